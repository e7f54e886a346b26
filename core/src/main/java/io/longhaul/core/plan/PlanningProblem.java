package io.longhaul.core.plan;

/**
 * Everything a plan depends on: what is asked and what the network can do. Immutable.
 *
 * @param request what is asked
 * @param network what the network can do
 */
public record PlanningProblem(TransferRequest request, NetworkModel network) {
    public PlanningProblem {
        network.getSite(request.from());
        request.to().forEach(network::getSite);
    }

    public PlanningProblem with(TransferRequest other) {
        return new PlanningProblem(other, network);
    }

    public PlanningProblem with(NetworkModel other) {
        return new PlanningProblem(request, other);
    }
}
