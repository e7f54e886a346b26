package io.longhaul.store.json;

import io.longhaul.core.error.LonghaulException;

/** A failure with its way out, {@code longhaul-error/1}, as commands print it. Stateless, safe for any thread. */
public final class ErrorJson extends JsonDocument<ErrorJson.Failure> {
    /**
     * What went wrong.
     *
     * @param error what is wrong, with name and value
     * @param advice what to do about it; may be empty
     */
    public record Failure(String error, String advice) {
        public static Failure of(LonghaulException exception) {
            return new Failure(String.valueOf(exception.getMessage()), exception.advice());
        }
    }

    public ErrorJson() {
        super("longhaul-error/1");
    }

    @Override
    protected void encode(FieldWriter out, Failure failure) {
        out.text("error", failure.error()).text("advice", failure.advice());
    }
}
