-- Lots are called lots; quantity is units, as on orders, fills and trades.
ALTER TABLE "StrategyVersion" RENAME COLUMN "quantity" TO "lots";
ALTER TABLE "Subscription" RENAME COLUMN "quantity" TO "lots";
