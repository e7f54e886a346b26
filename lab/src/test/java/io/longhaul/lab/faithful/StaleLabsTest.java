package io.longhaul.lab.faithful;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next lab removes and what it leaves alone; {@link LabKillTest} kills real ones. */
class StaleLabsTest {
    private LabDirectory own;
    private LabDirectory other;

    @BeforeEach
    void twoLabs(@TempDir Path parent) throws IOException {
        own = LabDirectory.createIn(parent);
        other = LabDirectory.createIn(parent);
    }

    @Test
    void aLabOfThisVeryProcessIsLeftAlone() throws IOException {
        try (LabLock lock = LabLock.take(other, LabLock.Holder.OWNER)) {
            StaleLabs.sweep(own, Instant.now().plus(Duration.ofDays(2)));
            assertThat(other.path()).exists();
            assertThat(lock).isNotNull();
        }
        StaleLabs.sweep(own, Instant.now());
        assertThat(other.path()).doesNotExist();
        assertThat(own.path()).exists();
    }

    @Test
    void aLabThatHasNotLockedYetHasADay() throws IOException {
        StaleLabs.sweep(own, Instant.now());
        assertThat(other.path()).exists();
        StaleLabs.sweep(own, Instant.now().plus(Duration.ofHours(25)));
        assertThat(other.path()).doesNotExist();
    }

    @Test
    void aLinkToElsewhereIsNotFollowed(@TempDir Path elsewhere) throws IOException {
        Path precious = Files.writeString(elsewhere.resolve("precious"), "stays");
        other.delete();
        Path link = Files.createSymbolicLink(other.path(), elsewhere);
        StaleLabs.sweep(own, Instant.now().plus(Duration.ofDays(2)));
        assertThat(precious).exists();
        assertThat(link).isSymbolicLink();
    }

    @Test
    void aDirectoryThatSomebodyElseMadeIsNoLabOfThisUser(@TempDir Path elsewhere) throws IOException {
        assertThat(LabDirectory.isMine(other.path())).isTrue();
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), other.path());
        assertThat(LabDirectory.isMine(link)).isFalse();
        assumeTrue("root".equals(System.getProperty("user.name")), "only root can give a directory away");
        Files.setOwner(
                other.path(),
                other.path().getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertThat(LabDirectory.isMine(other.path())).isFalse();
    }
}
