package io.longhaul.probes.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.wire.AccessProof;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which proofs open the gate. */
class GatekeeperTest {
    private static final AccessToken TOKEN = AccessToken.of("0123456789abcdef0123456789abcdef");
    private static final byte[] FIRST = "the first octets of a connection".getBytes(StandardCharsets.US_ASCII);
    private static final Instant NOW = Instant.ofEpochSecond(1_800_000_000);

    private final Gatekeeper gate = new Gatekeeper(Optional.of(TOKEN), InstantSource.fixed(NOW));

    private boolean admits(AccessProof proof) {
        return gate.admits(FIRST, Optional.of(proof));
    }

    private static AccessProof proof(long secondsAway) {
        return ProofOfAccess.make(TOKEN, FIRST, NOW.plusSeconds(secondsAway));
    }

    @Test
    void aProofIsGoodOnce() {
        assertThat(admits(proof(0))).isTrue();
        assertThat(admits(proof(0))).isFalse();
        assertThat(admits(proof(1))).isTrue();
    }

    @Test
    void aProofInCapitalsIsTheSameProof() {
        AccessProof proof = proof(0);
        var capitals = new AccessProof(proof.unixSeconds(), proof.mac().toUpperCase(Locale.ROOT));

        assertThat(capitals).isNotEqualTo(proof);
        assertThat(admits(proof)).isTrue();
        assertThat(admits(capitals)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {-120, 120})
    void clocksMayDiffer(long seconds) {
        assertThat(admits(proof(seconds))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1_000_000_000, -121, 121, 1_000_000_000})
    void anOldProofIsNoneAndNeitherIsOneOfTheFuture(long seconds) {
        assertThat(admits(proof(seconds))).isFalse();
    }

    @Test
    void aProofOfAnotherConnectionOrTokenOrTimeIsNone() {
        byte[] others = "the first octets of another one!".getBytes(StandardCharsets.US_ASCII);
        var otherToken = AccessToken.of("another-token-of-some-length");

        assertThat(admits(ProofOfAccess.make(TOKEN, others, NOW))).isFalse();
        assertThat(admits(ProofOfAccess.make(otherToken, FIRST, NOW))).isFalse();
        assertThat(admits(new AccessProof(NOW.getEpochSecond(), proof(1).mac())))
                .isFalse();
        assertThat(gate.admits(FIRST, Optional.empty())).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "no hex at all", "00"})
    void textThatIsNoHashIsNone(String mac) {
        assertThat(admits(new AccessProof(NOW.getEpochSecond(), mac))).isFalse();
    }

    @Test
    void withoutATokenTheGateIsOpen() {
        var open = new Gatekeeper(Optional.empty(), InstantSource.fixed(NOW));

        assertThat(open.admits(FIRST, Optional.empty())).isTrue();
    }
}
