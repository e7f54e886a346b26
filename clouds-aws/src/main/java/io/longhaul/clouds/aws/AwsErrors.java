package io.longhaul.clouds.aws;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** What the SDK of AWS throws, in the words of the port. Stateless. */
final class AwsErrors {
    private static final Set<String> CREDENTIALS = Set.of(
            "ExpiredToken",
            "ExpiredTokenException",
            "RequestExpired",
            "InvalidAccessKeyId",
            "InvalidClientTokenId",
            "SignatureDoesNotMatch",
            "AuthFailure",
            "UnrecognizedClientException");
    private static final Set<String> THROTTLED =
            Set.of("SlowDown", "Throttling", "ThrottlingException", "RequestLimitExceeded");
    private static final Set<String> DAMAGED = Set.of("BadDigest", "InvalidDigest", "XAmzContentChecksumMismatch");
    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;
    private static final int REQUEST_TIMEOUT = 408;

    private AwsErrors() {}

    /** Calls, and tells what is thrown. */
    static <T> T telling(Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException failure) {
            throw of(failure);
        }
    }

    static CloudException of(Throwable failure) {
        if (failure instanceof CloudException known) {
            return known;
        }
        if (failure instanceof AwsServiceException answered) {
            AwsErrorDetails details = answered.awsErrorDetails();
            String code = details == null || details.errorCode() == null ? "" : details.errorCode();
            Reason reason = reason(code, answered.statusCode());
            return new CloudException(
                    reason,
                    "AWS answered " + (code.isEmpty() ? "HTTP " + answered.statusCode() : code)
                            + (details == null || details.errorMessage() == null ? "." : ": " + details.errorMessage()),
                    advice(reason),
                    failure);
        }
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof SdkClientException && message.contains("credentials")) {
            return new CloudException(
                    Reason.CREDENTIALS, "No credentials of AWS were found.", advice(Reason.CREDENTIALS), failure);
        }
        if (failure instanceof SdkClientException && message.contains("region")) {
            return new CloudException(
                    Reason.REFUSED,
                    "No region of AWS is known: " + message,
                    "Set AWS_REGION, or a region in the profile.",
                    failure);
        }
        return new CloudException(
                Reason.UNANSWERED, "AWS did not answer: " + message, "Check the network, and try again.", failure);
    }

    static CloudException cut(long read, long expected) {
        return new CloudException(
                Reason.UNANSWERED, "AWS cut its answer after " + read + " of " + expected + " octets.", "Try again.");
    }

    private static Reason reason(String code, int status) {
        if (CREDENTIALS.contains(code)) {
            return Reason.CREDENTIALS;
        }
        if (THROTTLED.contains(code) || status == TOO_MANY) {
            return Reason.THROTTLED;
        }
        if (DAMAGED.contains(code)) {
            return Reason.DAMAGED;
        }
        if (code.equals("InsufficientInstanceCapacity")) {
            return Reason.CAPACITY;
        }
        if (code.endsWith("LimitExceeded")) {
            return Reason.QUOTA;
        }
        if (code.equals("DependencyViolation")) {
            return Reason.IN_USE;
        }
        if (status == NOT_FOUND || code.endsWith(".NotFound") || code.startsWith("NoSuch")) {
            return Reason.NOT_FOUND;
        }
        if (status == PRECONDITION_FAILED) {
            return Reason.CHANGED;
        }
        if (code.equals("RequestTimeout") || status == REQUEST_TIMEOUT) {
            return Reason.UNANSWERED;
        }
        return status >= SERVER_ERROR ? Reason.UNAVAILABLE : Reason.REFUSED;
    }

    private static String advice(Reason reason) {
        return switch (reason) {
            case CREDENTIALS ->
                "Log in (aws sso login), or set AWS_PROFILE; aws sts get-caller-identity shows who you are.";
            case THROTTLED, UNAVAILABLE, UNANSWERED, DAMAGED -> "Try again later.";
            case NOT_FOUND -> "Check the name and the region.";
            default -> "See the message of AWS.";
        };
    }
}
