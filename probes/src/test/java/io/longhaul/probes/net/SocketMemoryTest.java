package io.longhaul.probes.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** The figures as the kernel gives them, and when it wakes a sender. */
class SocketMemoryTest {
    @Test
    void readsBufferAndQueue() {
        ByteBuffer figures = ByteBuffer.allocate(SocketMemory.LENGTH).order(ByteOrder.nativeOrder());
        for (int i = 0; i < 9; i++) {
            figures.putInt(4 * i, 1000 + i);
        }

        assertThat(SocketMemory.parse(figures)).isEqualTo(new SocketMemory(1003, 1005));
    }

    @Test
    void aSenderIsWokenWhenAThirdIsFree() {
        assertThat(new SocketMemory(90_000, 60_000).isWritable()).isTrue();
        assertThat(new SocketMemory(90_000, 60_001).isWritable()).isFalse();
        assertThat(new SocketMemory(65_536, 900_000).isWritable()).isFalse();
    }
}
