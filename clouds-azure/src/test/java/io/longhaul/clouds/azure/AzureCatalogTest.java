package io.longhaul.clouds.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudCatalogContract;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudProvider;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.hostile.AzureFace;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The Resource Manager and the Retail Prices by the SDK's pipeline. */
class AzureCatalogTest extends CloudCatalogContract {
    @Override
    protected HttpFace face(HostileCloud cloud) throws IOException {
        return new AzureFace(cloud);
    }

    @Override
    protected CloudProvider provider() {
        return new AzureProvider();
    }

    @Override
    protected CloudAccess account() {
        return new CloudAccess(
                Optional.empty(),
                Optional.empty(),
                Optional.of("00000000-0000-0000-0000-000000000016"),
                Optional.empty());
    }

    @Override
    protected SiteId region() {
        return SiteId.parse("azure:eastus");
    }

    @Override
    protected String type() {
        return "Standard_D32_v5";
    }

    @Override
    protected String unknownType() {
        return "Standard_D33_v5";
    }

    @Override
    protected Map<String, Double> egress() {
        return Map.of("internet", 0.087, "azure", 0.05, "azure:North America", 0.02);
    }

    /** 64 of 100 processors of the family are left, and 17 addresses. */
    @Override
    protected Map<String, Integer> room() {
        return Map.of("standardDv5Family", 2, "cores", 8, "PublicIPAddresses", 17);
    }

    @Test
    void prices_need_no_account() throws IOException {
        try (HttpFace open = new AzureFace(new HostileCloud(InstantSource.system(), 16));
                CloudCatalog catalog = new AzureProvider()
                        .catalog(CloudAccess.DEFAULT.at(open.address()), Patience.usual(new SplittableRandom(1)))) {
            assertThat(catalog.vmPrices(region(), Set.of(type()))).isNotEmpty();
            assertThat(catalog.egress(region())).isNotEmpty();
            assertThatThrownBy(() -> catalog.quotas(region()))
                    .isInstanceOfSatisfying(
                            CloudException.class, e -> assertThat(e.advice()).contains("--subscription"));
        }
    }
}
