-- Users with live orders whose fate the broker has not told, for the screens. The engine that owns the user writes it.
CREATE TABLE "UnresolvedOrders" (
    "userId" UUID NOT NULL,
    "orders" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UnresolvedOrders_pkey" PRIMARY KEY ("userId"),
    CONSTRAINT "UnresolvedOrders_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
