package io.longhaul.clouds;

import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.objects.ObjectStore;
import io.longhaul.clouds.objects.StoreUrl;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** One cloud and what can be asked of it. Implementations are stateless, and found by {@link ServiceLoader}. */
public interface CloudProvider {
    /** As in a site: {@code aws}, {@code gcp}, {@code azure}. */
    String name();

    /**
     * Machines and what belongs to them.
     *
     * @throws CloudException when there are no credentials
     */
    CloudVms vms(CloudAccess access);

    /**
     * What the cloud says of itself: regions, VM types, prices, quotas. Opening it asks nothing, and needs no credentials; each question
     * says what it lacks.
     *
     * @param patience of each question
     */
    CloudCatalog catalog(CloudAccess access, Patience patience);

    /**
     * One bucket of the object store.
     *
     * @param url of this cloud
     * @param connections calls at most that go on at once
     */
    ObjectStore store(CloudAccess access, StoreUrl url, int connections);

    /** The provider of that name among those that a class loader sees. */
    static Optional<CloudProvider> find(String name, ClassLoader loader) {
        return all(loader).stream()
                .filter(provider -> provider.name().equals(name))
                .findFirst();
    }

    /**
     * All providers that a class loader sees.
     *
     * @throws IllegalStateException when one of them cannot be opened
     */
    static List<CloudProvider> all(ClassLoader loader) {
        try {
            Iterator<CloudProvider> found =
                    ServiceLoader.load(CloudProvider.class, loader).iterator();
            var all = new ArrayList<CloudProvider>();
            found.forEachRemaining(all::add);
            return List.copyOf(all);
        } catch (ServiceConfigurationError broken) {
            throw new IllegalStateException("a provider of clouds cannot be opened: " + broken.getMessage(), broken);
        }
    }
}
