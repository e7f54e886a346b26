package io.longhaul.lab.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The example of docs/lab.md is a test that compiles and runs. */
class OnLabExampleTest {
    private static final String MARK = "// docs/lab.md shows what follows\n";

    @Test
    void theDocumentShowsTheCodeThatIsCompiled() throws IOException {
        Path root = Path.of(System.getProperty("longhaul.root"));
        String source = Files.readString(root.resolve("lab/src/test/java/io/longhaul/lab/junit/MyTransferTest.java"));
        String shown = source.substring(source.indexOf(MARK) + MARK.length()).strip();
        assertThat(Files.readString(root.resolve("docs/lab.md"))).contains("```java\n" + shown + "\n```");
    }
}
