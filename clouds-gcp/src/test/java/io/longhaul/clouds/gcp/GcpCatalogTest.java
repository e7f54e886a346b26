package io.longhaul.clouds.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudCatalogContract;
import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.hostile.GcpFace;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Compute Engine and the Cloud Billing catalogue over the SDK's transport. */
class GcpCatalogTest extends CloudCatalogContract {
    @Override
    protected HttpFace face(HostileCloud cloud) throws IOException {
        return new GcpFace(cloud);
    }

    @Override
    protected CloudProvider provider() {
        return new GcpProvider();
    }

    @Override
    protected CloudAccess account() {
        return new CloudAccess(Optional.empty(), Optional.of("grid-project"), Optional.empty(), Optional.empty());
    }

    @Override
    protected SiteId region() {
        return SiteId.parse("gcp:us-central1");
    }

    @Override
    protected String type() {
        return "n2-standard-32";
    }

    @Override
    protected String unknownType() {
        return "n2-standard-33";
    }

    @Override
    protected Map<String, Double> egress() {
        return Map.of("internet", 0.12, "internet:AU", 0.19, "gcp:Europe", 0.05);
    }

    /** 136 processors and 6 addresses are left. */
    @Override
    protected Map<String, Integer> room() {
        return Map.of("N2_CPUS", 4, "IN_USE_ADDRESSES", 6, "INSTANCES", 5998);
    }

    /** Every machine whose figure others read from Google's pages, but those of which several share a number of processors. */
    @Test
    void what_machines_send_is_what_others_read_from_googles_pages() throws IOException {
        List<String> lines = Files.readAllLines(
                Path.of(System.getProperty("longhaul.root", ".."), "..", "shared", "data", "vm-types.csv"));
        int compared = 0;
        for (String line : lines) {
            String[] fields = line.split(",", -1);
            if (!fields[0].equals("gcp") || fields[4].isEmpty() || fields[1].startsWith("a3-")) {
                continue;
            }
            boolean tier1 = fields[1].endsWith("+Tier_1");
            var found =
                    MachineEgress.find(fields[1].replaceFirst(" .*", ""), (int) Double.parseDouble(fields[2]), tier1);
            assertThat(found.map(caps -> caps.ingress()))
                    .as(fields[1])
                    .contains(Bandwidth.ofBitsPerSecond(Double.parseDouble(fields[4]) * 1e9));
            compared++;
        }
        assertThat(compared).isGreaterThan(400);
    }
}
