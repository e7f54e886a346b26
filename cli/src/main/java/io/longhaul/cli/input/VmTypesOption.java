package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.VmChoice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.catalogue.Catalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** {@code --vm-types}: VM types of the catalogue to choose among. */
public final class VmTypesOption {
    private static final String NO_QUOTA = "" + Integer.MAX_VALUE;

    @Option(
            names = "--vm-types",
            paramLabel = "PROVIDER:TYPE[=N]",
            split = ",",
            mapFallbackValue = NO_QUOTA,
            description = "VM types to choose among at every site of a provider, with the most of each at one site, as"
                    + " aws:c5.xlarge=16,aws:m5.8xlarge=2. Their caps are the catalogue's, or measured ones for"
                    + " the type that was measured with; a grid names them in its caps file.")
    private Map<String, Integer> vmTypes = Map.of();

    public boolean isGiven() {
        return !vmTypes.isEmpty();
    }

    /**
     * A network with these types at the sites of their providers.
     *
     * @throws InvalidInputException when a type is not in the catalogue, or has no documented caps or no price
     */
    public NetworkModel applied(NetworkModel network, PriceBook prices) {
        if (vmTypes.isEmpty()) {
            return network;
        }
        Catalogue catalogue = Catalogue.shipped();
        List<SiteModel> sites = new ArrayList<>();
        for (SiteModel site : network.sites()) {
            List<VmChoice> choices = vmTypes.entrySet().stream()
                    .map(entry -> SiteAndType.of(site.id(), entry.getKey(), entry.getValue()))
                    .filter(asked -> asked.provider().equals(site.id().provider()))
                    .map(asked -> asked.choice(site, catalogue, prices))
                    .toList();
            sites.add(choices.isEmpty() ? site : SiteModel.of(site.id(), choices));
        }
        return new NetworkModel(sites, network.links());
    }

    /** One type asked for at one site. */
    private record SiteAndType(SiteId site, String provider, String name, int quota) {
        static SiteAndType of(SiteId site, String text, int quota) {
            int colon = text.indexOf(':');
            if (colon < 1 || quota < 0) {
                throw new InvalidInputException(
                        "The VM type (" + text + "=" + quota + ") is not of the form provider:type=quota.",
                        "Write it like aws:c5.xlarge=16.");
            }
            return new SiteAndType(site, text.substring(0, colon), text.substring(colon + 1), quota);
        }

        VmChoice choice(SiteModel model, Catalogue catalogue, PriceBook prices) {
            VmType type = catalogue.findVmType(provider, name).orElseThrow(() -> unknown("is not in", catalogue));
            VmCaps documented = type.caps().orElseThrow(() -> unknown("has no documented caps in", catalogue));
            VmCaps caps = model.vmType().filter(name::equals).isPresent() ? model.caps() : documented;
            PricePerHour price = prices.findVm(site, name)
                    .map(VmPrice::price)
                    .orElseThrow(() -> unknown("has no price in", catalogue));
            return new VmChoice(name, caps, price, quota);
        }

        private InvalidInputException unknown(String what, Catalogue catalogue) {
            String known = catalogue.vmTypes().stream()
                    .filter(type -> type.provider().equals(provider))
                    .map(VmType::name)
                    .reduce((a, b) -> a + ", " + b)
                    .orElse("none");
            return new InvalidInputException(
                    "The VM type (" + provider + ":" + name + ") " + what + " the catalogue.",
                    "Known for " + provider + ": " + known + ".");
        }
    }
}
