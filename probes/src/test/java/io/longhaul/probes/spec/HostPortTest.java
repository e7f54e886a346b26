package io.longhaul.probes.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.7, 10.0.0.7, 5201, host:10.0.0.7",
        "10.0.0.7:5310, 10.0.0.7, 5310, host:10.0.0.7",
        "[::1]:5310, ::1, 5310, host:ip--1",
        "[::1], ::1, 5201, host:ip--1",
        "[fe80::1%eth0]:7, fe80::1%eth0, 7, host:fe80--1-eth0",
        "vm_1.example.com:65535, vm_1.example.com, 65535, host:vm_1.example.com"
    })
    void readsAHostWithItsPortAndNamesItAsASite(String text, String host, int port, String site) {
        HostPort read = HostPort.parse(text);
        assertThat(read).isEqualTo(new HostPort(host, port));
        assertThat(read.asSite()).hasToString(site);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":5201",
                "a:0",
                "a:65536",
                "a:99999",
                "::1:5201",
                "[::1]5201",
                "[::1",
                "[x]:1",
                "a b:1",
                "a:-1"
            })
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> HostPort.parse(text)).isInstanceOf(InvalidInputException.class);
    }
}
