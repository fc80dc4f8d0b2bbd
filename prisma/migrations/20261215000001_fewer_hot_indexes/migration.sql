-- A popular signal writes ten thousand orders and legs at once, and each index is one more row to write for each of them, once more when an
-- order is filled.
-- Nothing asks for legs by their exit time, and while no index has it, closing a leg leaves its other index alone.
DROP INDEX "leg_open";
-- The few orders of a leg are found among those of its trade.
DROP INDEX "Order_legId_idx";
