package io.longhaul.clouds.objects;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Objects in memory behind the protocols of S3, Google Cloud Storage and Azure Blob, as far as the port uses them: what is
 * stored is the same whichever face it came through. Faults are told beforehand and happen one a request. Safe for any thread.
 */
@SuppressWarnings("ArrayRecordComponent") // octets that nobody compares
public final class LocalStore implements AutoCloseable {
    /** What can go wrong with a request. */
    public enum Fault {
        /** None. */
        NONE,
        /** The store fails (503), as each cloud says it. */
        UNAVAILABLE,
        /** Too many requests. */
        THROTTLED,
        /** Half of the body comes, then the connection is closed. */
        CUT,
        /** It is done, and nothing is answered. */
        UNHEARD,
        /** An octet changes on the way here. */
        DAMAGED,
        /** The credentials are over. */
        EXPIRED
    }

    private record Stored(byte[] octets, long version, Instant modified, Map<String, String> metadata) {
        String tag() {
            return "v" + version;
        }

        String crc() {
            return Crc32c.base64(Crc32c.of(ByteBuffer.wrap(octets)));
        }
    }

    private record Uploading(String key, NavigableMap<Integer, byte[]> parts) {}

    private static final int PAGE = 1000;
    /** Fewer than are asked for, as a store may do. */
    private static final int PARTS_PAGE = 100;

    private static final DateTimeFormatter RFC_1123 = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    static {
        // without it each answer waits for the client's delayed acknowledgement
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "local-store");
        thread.setDaemon(true);
        return thread;
    });
    private final NavigableMap<String, Stored> objects = new TreeMap<>();
    private final Map<String, Uploading> uploads = new HashMap<>();
    private final Map<String, Map<String, byte[]>> blocks = new HashMap<>();
    private final Map<String, Map<String, byte[]>> committed = new HashMap<>();
    private final Queue<Fault> faults = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private long versions = 1;

    /** Starts at a free port of this machine. */
    public LocalStore() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** Where it listens. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** What happens to the next requests, one each. */
    public void faults(Fault... next) {
        synchronized (faults) {
            faults.clear();
            faults.addAll(List.of(next));
        }
    }

    /** Methods and paths that were asked. */
    public List<String> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    /** Names of all objects. */
    public synchronized List<String> keys() {
        return List.copyOf(objects.keySet());
    }

    /** Parts and blocks of what was never finished. */
    public synchronized int unfinished() {
        return uploads.values().stream().mapToInt(each -> each.parts().size()).sum()
                + blocks.values().stream().mapToInt(Map::size).sum();
    }

    /** Puts an object without any protocol. */
    public synchronized void put(String key, byte[] octets) {
        objects.put(key, new Stored(octets, versions++, Instant.now(), Map.of()));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private record Answer(int status, Map<String, String> headers, byte[] body) {
        static Answer of(int status) {
            return new Answer(status, Map.of(), new byte[0]);
        }

        static Answer xml(int status, String body) {
            return new Answer(
                    status,
                    Map.of("Content-Type", "application/xml"),
                    ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + body).getBytes(StandardCharsets.UTF_8));
        }

        static Answer json(int status, String body) {
            return new Answer(
                    status, Map.of("Content-Type", "application/json"), body.getBytes(StandardCharsets.UTF_8));
        }
    }

    private record Request(String method, String path, Map<String, String> query, Headers headers, byte[] body) {
        String header(String name) {
            return Optional.ofNullable(headers.getFirst(name)).orElse("");
        }

        boolean asks(String name) {
            return query.containsKey(name);
        }

        String query(String name) {
            return query.getOrDefault(name, "");
        }
    }

    private enum Face {
        S3,
        GOOGLE,
        AZURE
    }

    private void serve(HttpExchange exchange) throws IOException {
        Fault fault;
        synchronized (faults) {
            fault = Optional.ofNullable(faults.poll()).orElse(Fault.NONE);
        }
        synchronized (requests) {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
        }
        try (exchange) {
            Request request = request(exchange, fault);
            Face face = request.headers.containsKey("X-ms-version")
                    ? Face.AZURE
                    : request.headers.containsKey("X-amz-date") ? Face.S3 : Face.GOOGLE;
            Answer answer = switch (fault) {
                case UNAVAILABLE -> refusal(face, 503, "InternalError", "ServiceUnavailable");
                case THROTTLED -> refusal(face, face == Face.GOOGLE ? 429 : 503, "SlowDown", "ServerBusy");
                case EXPIRED ->
                    refusal(
                            face,
                            face == Face.GOOGLE ? 401 : face == Face.S3 ? 400 : 403,
                            "ExpiredToken",
                            "AuthenticationFailed");
                default ->
                    switch (face) {
                        case S3 -> amazon(request);
                        case GOOGLE -> google(request);
                        case AZURE -> azure(request);
                    };
            };
            if (fault == Fault.UNHEARD) {
                return;
            }
            answer.headers.forEach(exchange.getResponseHeaders()::set);
            boolean head = request.method.equals("HEAD");
            if (head && answer.body.length > 0) {
                exchange.getResponseHeaders().set("Content-Length", String.valueOf(answer.body.length));
            }
            exchange.sendResponseHeaders(answer.status, head || answer.body.length == 0 ? -1 : answer.body.length);
            if (!head) {
                exchange.getResponseBody()
                        .write(answer.body, 0, fault == Fault.CUT ? answer.body.length / 2 : answer.body.length);
            }
        } catch (IllegalArgumentException malformed) {
            throw new IOException(malformed);
        }
    }

    private Request request(HttpExchange exchange, Fault fault) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String signed = exchange.getRequestHeaders().getFirst("X-amz-content-sha256");
        if (signed != null && signed.startsWith("STREAMING-")) {
            body = unchunked(body);
        }
        if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-encoding"))) {
            body = new GZIPInputStream(new ByteArrayInputStream(body)).readAllBytes();
        }
        if (fault == Fault.DAMAGED && body.length > 0) {
            body[body.length / 2] ^= 1;
        }
        var query = new LinkedHashMap<String, String>();
        String raw = exchange.getRequestURI().getRawQuery();
        for (String pair : raw == null ? new String[0] : raw.split("&", -1)) {
            int equals = pair.indexOf('=');
            query.put(
                    decoded(equals < 0 ? pair : pair.substring(0, equals)),
                    equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                query,
                exchange.getRequestHeaders(),
                body);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /** The octets of a body in chunks, each behind its length in hexadecimal and its signature. */
    private static byte[] unchunked(byte[] body) {
        var octets = new ByteArrayOutputStream();
        int at = 0;
        while (at < body.length) {
            int end = at;
            while (body[end] != '\r') {
                end++;
            }
            String line = new String(body, at, end - at, StandardCharsets.US_ASCII);
            int length = Integer.parseInt(line.replaceAll(";.*", ""), 16);
            if (length == 0) {
                break;
            }
            octets.write(body, end + 2, length);
            at = end + 2 + length + 2;
        }
        return octets.toByteArray();
    }

    private static Answer refusal(Face face, int status, String amazon, String azure) {
        return switch (face) {
            case S3 -> Answer.xml(status, "<Error><Code>" + amazon + "</Code><Message>so it is</Message></Error>");
            case GOOGLE ->
                Answer.json(
                        status, "{\"error\":{\"code\":" + status + ",\"message\":\"" + amazon + "\",\"errors\":[]}}");
            case AZURE ->
                new Answer(
                        status,
                        Map.of("x-ms-error-code", azure, "Content-Type", "application/xml"),
                        ("<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>" + azure
                                        + "</Code><Message>so it is</Message></Error>")
                                .getBytes(StandardCharsets.UTF_8));
        };
    }

    private synchronized Stored store(String key, byte[] octets, Map<String, String> metadata) {
        var stored = new Stored(octets, versions++, Instant.now(), metadata);
        objects.put(key, stored);
        return stored;
    }

    private synchronized @Nullable Stored find(String key) {
        return objects.get(key);
    }

    /** Keys of a page, and whether there are more. */
    private synchronized List<Map.Entry<String, Stored>> page(String prefix, String after) {
        return objects.tailMap(after, false).entrySet().stream()
                .filter(each -> each.getKey().startsWith(prefix))
                .limit(PAGE + 1)
                .toList();
    }

    private static String hex(byte[] octets) {
        return String.format("%032x", new java.math.BigInteger(1, md5(octets)));
    }

    private static byte[] md5(byte[] octets) {
        try {
            return MessageDigest.getInstance("MD5").digest(octets);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    // multipart uploads are alike at S3 and at Google

    private Answer multipart(Request request, String key, Face face) {
        String id = request.query("uploadId");
        Uploading upload;
        synchronized (this) {
            if (request.asks("uploads")) {
                String fresh = "upload " + versions++;
                uploads.put(fresh, new Uploading(key, new TreeMap<>()));
                return Answer.xml(
                        200,
                        "<InitiateMultipartUploadResult><Bucket>b</Bucket><Key>" + key + "</Key><UploadId>" + fresh
                                + "</UploadId></InitiateMultipartUploadResult>");
            }
            upload = uploads.get(id);
        }
        if (upload == null) {
            return refusal(face, 404, "NoSuchUpload", "");
        }
        switch (request.method) {
            case "PUT" -> {
                String crc = Crc32c.base64(Crc32c.of(ByteBuffer.wrap(request.body)));
                String said = face == Face.S3
                        ? request.header("x-amz-checksum-crc32c")
                        : request.header("x-goog-hash").replaceAll(".*crc32c=([^,]*).*", "$1");
                if (!said.equals(crc)) {
                    return refusal(face, 400, "BadDigest", "");
                }
                synchronized (this) {
                    upload.parts.put(Integer.valueOf(request.query("partNumber")), request.body);
                }
                return new Answer(
                        200,
                        face == Face.S3
                                ? Map.of("ETag", "\"" + hex(request.body) + "\"", "x-amz-checksum-crc32c", crc)
                                : Map.of("ETag", "\"" + hex(request.body) + "\"", "x-goog-hash", "crc32c=" + crc),
                        new byte[0]);
            }
            case "GET" -> {
                String marker = request.query("part-number-marker");
                int after = marker.isEmpty() ? 0 : Integer.parseInt(marker);
                synchronized (this) {
                    List<Map.Entry<Integer, byte[]>> found = upload.parts.tailMap(after, false).entrySet().stream()
                            .limit(PARTS_PAGE + 1)
                            .toList();
                    var text =
                            new StringBuilder("<ListPartsResult><Bucket>b</Bucket><Key>" + key + "</Key><UploadId>" + id
                                    + "</UploadId><MaxParts>" + PARTS_PAGE + "</MaxParts><PartNumberMarker>" + after
                                    + "</PartNumberMarker>");
                    found.stream()
                            .limit(PARTS_PAGE)
                            .forEach(part -> text.append("<Part><PartNumber>" + part.getKey()
                                    + "</PartNumber><LastModified>2026-11-21T03:17:00.000Z</LastModified><ETag>&quot;"
                                    + hex(part.getValue()) + "&quot;</ETag><Size>" + part.getValue().length
                                    + "</Size></Part>"));
                    boolean more = found.size() > PARTS_PAGE;
                    text.append("<NextPartNumberMarker>"
                            + (found.isEmpty()
                                    ? after
                                    : found.get(Math.min(PARTS_PAGE, found.size()) - 1)
                                            .getKey())
                            + "</NextPartNumberMarker><IsTruncated>" + more + "</IsTruncated></ListPartsResult>");
                    return Answer.xml(200, text.toString());
                }
            }
            case "DELETE" -> {
                synchronized (this) {
                    uploads.remove(id);
                }
                return Answer.of(204);
            }
            default -> {
                return complete(request, key, face, id, upload);
            }
        }
    }

    private synchronized Answer complete(Request request, String key, Face face, String id, Uploading upload) {
        String body = new String(request.body, StandardCharsets.UTF_8);
        Matcher named = Pattern.compile("<Part>(.*?)</Part>", Pattern.DOTALL).matcher(body);
        var whole = new ByteArrayOutputStream();
        while (named.find()) {
            byte[] part = upload.parts.get(Integer.valueOf(between(named.group(1), "PartNumber")));
            String tag = between(named.group(1), "ETag").replace("&quot;", "").replace("\"", "");
            if (part == null || !tag.equals(hex(part))) {
                return refusal(face, 400, "InvalidPart", "");
            }
            whole.writeBytes(part);
        }
        String crc = Crc32c.base64(Crc32c.of(ByteBuffer.wrap(whole.toByteArray())));
        String said = request.header("x-amz-checksum-crc32c");
        if (!said.isEmpty() && !said.equals(crc)) {
            return refusal(face, 400, "BadDigest", "");
        }
        uploads.remove(id);
        Stored stored = store(key, whole.toByteArray(), Map.of());
        return Answer.xml(
                200,
                "<CompleteMultipartUploadResult><Location>here</Location><Bucket>b</Bucket><Key>" + key
                        + "</Key><ETag>\"" + stored.tag() + "\"</ETag></CompleteMultipartUploadResult>");
    }

    private static String between(String xml, String element) {
        Matcher found = Pattern.compile("<" + element + ">(.*?)</" + element + ">", Pattern.DOTALL)
                .matcher(xml);
        return found.find() ? found.group(1) : "";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    /** A range of an object, or all of it, under a precondition. */
    private static Answer content(Stored stored, String range, Map<String, String> headers) {
        var all = new HashMap<>(headers);
        if (range.isEmpty()) {
            return new Answer(200, all, stored.octets);
        }
        Matcher asked = Pattern.compile("bytes=(\\d+)-(\\d*)").matcher(range);
        if (!asked.matches() || Long.parseLong(asked.group(1)) >= stored.octets.length) {
            return Answer.of(416);
        }
        int from = Integer.parseInt(asked.group(1));
        int to = asked.group(2).isEmpty()
                ? stored.octets.length
                : (int) Math.min(stored.octets.length, Long.parseLong(asked.group(2)) + 1);
        all.put("Content-Range", "bytes " + from + "-" + (to - 1) + "/" + stored.octets.length);
        return new Answer(206, all, Arrays.copyOfRange(stored.octets, from, to));
    }

    // S3, as the SDK asks with path style: /bucket/key

    private Answer amazon(Request request) {
        String[] path = request.path.split("/", 3);
        if (path.length < 3 || path[2].isEmpty()) {
            return amazonList(request);
        }
        String key = decoded(path[2]);
        if (request.asks("uploads") || request.asks("uploadId")) {
            return multipart(request, key, Face.S3);
        }
        if (request.method.equals("PUT")) {
            String crc = Crc32c.base64(Crc32c.of(ByteBuffer.wrap(request.body)));
            if (!request.header("x-amz-checksum-crc32c").equals(crc)) {
                return refusal(Face.S3, 400, "BadDigest", "");
            }
            Stored stored = store(key, request.body, Map.of());
            return new Answer(200, Map.of("ETag", "\"" + stored.tag() + "\""), new byte[0]);
        }
        if (request.method.equals("DELETE")) {
            synchronized (this) {
                objects.remove(key);
            }
            return Answer.of(204);
        }
        Stored stored = find(key);
        if (stored == null) {
            return refusal(Face.S3, 404, "NoSuchKey", "");
        }
        String match = request.header("If-Match").replace("\"", "");
        if (!match.isEmpty() && !match.equals(stored.tag())) {
            return refusal(Face.S3, 412, "PreconditionFailed", "");
        }
        var headers = new HashMap<String, String>();
        headers.put("ETag", "\"" + stored.tag() + "\"");
        headers.put("Last-Modified", RFC_1123.format(stored.modified));
        if (request.header("x-amz-checksum-mode").equals("ENABLED")) {
            headers.put("x-amz-checksum-crc32c", stored.crc());
        }
        return content(stored, request.header("Range"), headers);
    }

    private Answer amazonList(Request request) {
        List<Map.Entry<String, Stored>> found = page(request.query("prefix"), request.query("continuation-token"));
        var text = new StringBuilder(
                "<ListBucketResult><Name>b</Name><IsTruncated>" + (found.size() > PAGE) + "</IsTruncated>");
        if (found.size() > PAGE) {
            text.append("<NextContinuationToken>" + escaped(found.get(PAGE - 1).getKey()) + "</NextContinuationToken>");
        }
        found.stream()
                .limit(PAGE)
                .forEach(each -> text.append("<Contents><Key>" + escaped(each.getKey()) + "</Key><LastModified>"
                        + each.getValue().modified + "</LastModified><ETag>\""
                        + each.getValue().tag()
                        + "\"</ETag><Size>" + each.getValue().octets.length + "</Size></Contents>"));
        return Answer.xml(200, text.append("</ListBucketResult>").toString());
    }

    // Google: JSON below /storage and /upload, XML for what has parts

    private Answer google(Request request) {
        Matcher json = Pattern.compile("(/upload|/download)?/storage/v1/b/[^/]+/o(/(?<key>.*))?")
                .matcher(request.path);
        if (!json.matches()) {
            return multipart(request, decoded(request.path.split("/", 3)[2]), Face.GOOGLE);
        }
        if (request.method.equals("POST")) {
            return googleInsert(request);
        }
        if (json.group("key") == null) {
            List<Map.Entry<String, Stored>> found = page(request.query("prefix"), request.query("pageToken"));
            String items = found.stream()
                    .limit(PAGE)
                    .map(each -> resource(each.getKey(), each.getValue()))
                    .reduce((a, b) -> a + "," + b)
                    .orElse("");
            return Answer.json(
                    200,
                    "{\"kind\":\"storage#objects\""
                            + (found.size() > PAGE
                                    ? ",\"nextPageToken\":\""
                                            + found.get(PAGE - 1).getKey() + "\""
                                    : "")
                            + ",\"items\":[" + items + "]}");
        }
        String key = decoded(json.group("key"));
        Stored stored = find(key);
        if (stored == null) {
            return refusal(Face.GOOGLE, 404, "No such object", "");
        }
        if (request.method.equals("DELETE")) {
            synchronized (this) {
                objects.remove(key);
            }
            return Answer.of(204);
        }
        String match = request.query("ifGenerationMatch");
        if (!match.isEmpty() && !match.equals(String.valueOf(stored.version))) {
            return refusal(Face.GOOGLE, 412, "conditionNotMet", "");
        }
        if (!request.query("alt").equals("media")) {
            return Answer.json(200, resource(key, stored));
        }
        return content(
                stored,
                request.header("Range"),
                Map.of(
                        "x-goog-generation",
                        String.valueOf(stored.version),
                        "x-goog-hash",
                        "crc32c=" + stored.crc(),
                        "ETag",
                        stored.tag()));
    }

    private static String resource(String key, Stored stored) {
        return "{\"kind\":\"storage#object\",\"bucket\":\"b\",\"name\":\"" + key + "\",\"generation\":\""
                + stored.version + "\",\"size\":\"" + stored.octets.length + "\",\"crc32c\":\"" + stored.crc()
                + "\",\"updated\":\"" + stored.modified + "\",\"timeCreated\":\"" + stored.modified + "\"}";
    }

    /** A description and the octets, in one body of type multipart/related. */
    private Answer googleInsert(Request request) {
        String boundary = "--" + request.header("Content-type").replaceAll(".*boundary=\"?([^\";]+)\"?.*", "$1");
        String text = new String(request.body, StandardCharsets.ISO_8859_1);
        String[] parts = text.split(Pattern.quote(boundary), -1);
        BinaryOperator<String> after = (part, mark) -> part.substring(part.indexOf(mark) + mark.length());
        String described = new String(
                after.apply(parts[1], "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        String media = after.apply(parts[2], "\r\n\r\n");
        byte[] octets = media.substring(0, media.length() - 2).getBytes(StandardCharsets.ISO_8859_1);
        Matcher name = Pattern.compile("\"name\":\"([^\"]*)\"").matcher(described);
        Matcher crc = Pattern.compile("\"crc32c\":\"([^\"]*)\"").matcher(described);
        if (!name.find()) {
            return refusal(Face.GOOGLE, 400, "no name", "");
        }
        if (crc.find() && !crc.group(1).equals(Crc32c.base64(Crc32c.of(ByteBuffer.wrap(octets))))) {
            return refusal(Face.GOOGLE, 400, "Provided CRC32C does not match", "");
        }
        return Answer.json(200, resource(name.group(1), store(name.group(1), octets, Map.of())));
    }

    // Azure: /account/container/blob

    private Answer azure(Request request) {
        String[] path = request.path.split("/", 4);
        if (request.query("comp").equals("list")) {
            return azureList(request);
        }
        String key = decoded(path[3]);
        return switch (request.method) {
            case "PUT" -> azurePut(request, key);
            case "DELETE" -> {
                synchronized (this) {
                    committed.remove(key);
                    yield objects.remove(key) == null ? refusal(Face.AZURE, 404, "", "BlobNotFound") : Answer.of(202);
                }
            }
            default -> azureGet(request, key);
        };
    }

    private Answer azurePut(Request request, String key) {
        String md5 = request.header("Content-MD5");
        if (!md5.isEmpty() && !md5.equals(Base64.getEncoder().encodeToString(md5(request.body)))) {
            return refusal(Face.AZURE, 400, "", "Md5Mismatch");
        }
        synchronized (this) {
            Map<String, byte[]> staged = blocks.computeIfAbsent(key, each -> new LinkedHashMap<>());
            if (request.query("comp").equals("block")) {
                staged.put(request.query("blockid"), request.body);
                return Answer.of(201);
            }
            if (request.header("If-None-Match").equals("*") && objects.containsKey(key)) {
                return refusal(Face.AZURE, 409, "", "BlobAlreadyExists");
            }
            byte[] octets = request.body;
            if (request.query("comp").equals("blocklist")) {
                var whole = new ByteArrayOutputStream();
                Matcher named = Pattern.compile("<(Latest|Uncommitted|Committed)>(.*?)</")
                        .matcher(new String(request.body, StandardCharsets.UTF_8));
                while (named.find()) {
                    byte[] before = committed.getOrDefault(key, Map.of()).get(named.group(2));
                    byte[] block = staged.getOrDefault(named.group(2), before);
                    if (block == null) {
                        return refusal(Face.AZURE, 400, "", "InvalidBlockList");
                    }
                    whole.writeBytes(block);
                }
                octets = whole.toByteArray();
            }
            committed.computeIfAbsent(key, each -> new HashMap<>()).putAll(staged);
            blocks.remove(key);
            var metadata = new HashMap<String, String>();
            request.headers.forEach((name, values) -> {
                if (name.toLowerCase(Locale.ROOT).startsWith("x-ms-meta-")) {
                    metadata.put(name.substring("x-ms-meta-".length()).toLowerCase(Locale.ROOT), values.get(0));
                }
            });
            Stored stored = store(key, octets, metadata);
            return new Answer(
                    201,
                    Map.of("ETag", "\"" + stored.tag() + "\"", "Last-Modified", RFC_1123.format(stored.modified)),
                    new byte[0]);
        }
    }

    private Answer azureGet(Request request, String key) {
        if (request.query("comp").equals("blocklist")) {
            synchronized (this) {
                Map<String, byte[]> staged = blocks.getOrDefault(key, Map.of());
                if (staged.isEmpty() && !objects.containsKey(key)) {
                    return refusal(Face.AZURE, 404, "", "BlobNotFound");
                }
                var text = new StringBuilder("<BlockList><CommittedBlocks/><UncommittedBlocks>");
                staged.forEach((id, octets) ->
                        text.append("<Block><Name>" + id + "</Name><Size>" + octets.length + "</Size></Block>"));
                return Answer.xml(
                        200, text.append("</UncommittedBlocks></BlockList>").toString());
            }
        }
        Stored stored = find(key);
        if (stored == null) {
            return refusal(Face.AZURE, 404, "", "BlobNotFound");
        }
        String match = request.header("If-Match").replace("\"", "");
        if (!match.isEmpty() && !match.equals(stored.tag())) {
            return refusal(Face.AZURE, 412, "", "ConditionNotMet");
        }
        var headers = new HashMap<String, String>();
        headers.put("ETag", "\"" + stored.tag() + "\"");
        headers.put("Last-Modified", RFC_1123.format(stored.modified));
        headers.put("x-ms-blob-type", "BlockBlob");
        stored.metadata.forEach((name, value) -> headers.put("x-ms-meta-" + name, value));
        String range = request.header("x-ms-range");
        return content(stored, range.isEmpty() ? request.header("Range") : range, headers);
    }

    private Answer azureList(Request request) {
        List<Map.Entry<String, Stored>> found = page(request.query("prefix"), request.query("marker"));
        var text = new StringBuilder("<EnumerationResults ContainerName=\"b\"><Blobs>");
        found.stream().limit(PAGE).forEach(each -> {
            text.append("<Blob><Name>" + escaped(each.getKey()) + "</Name><Properties><Last-Modified>"
                    + RFC_1123.format(each.getValue().modified) + "</Last-Modified><Etag>"
                    + each.getValue().tag() + "</Etag><Content-Length>" + each.getValue().octets.length
                    + "</Content-Length><BlobType>BlockBlob</BlobType></Properties><Metadata>");
            each.getValue()
                    .metadata
                    .forEach((name, value) -> text.append("<" + name + ">" + value + "</" + name + ">"));
            text.append("</Metadata></Blob>");
        });
        return Answer.xml(
                200,
                text.append("</Blobs><NextMarker>"
                                + (found.size() > PAGE
                                        ? escaped(found.get(PAGE - 1).getKey())
                                        : "")
                                + "</NextMarker></EnumerationResults>")
                        .toString());
    }
}
