-- Daily India VIX as it is published: what backtests price options by on days without recorded ones.
CREATE TABLE "VixClose" (
    "date" DATE NOT NULL,
    "close" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "VixClose_pkey" PRIMARY KEY ("date")
);
