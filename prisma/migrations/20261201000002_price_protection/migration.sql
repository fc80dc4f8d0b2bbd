CREATE TABLE "PriceProtection" (
    "exchange" TEXT NOT NULL,
    "from" DATE NOT NULL,
    "nearPaise" INTEGER NOT NULL,
    "amountPaise" INTEGER NOT NULL,
    "percent" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "PriceProtection_pkey" PRIMARY KEY ("exchange", "from")
);

-- Where there are market tables already, the rule that was in the code until now; empty ones are seeded.
INSERT INTO "PriceProtection" ("exchange", "from", "nearPaise", "amountPaise", "percent")
SELECT 'NFO', '2000-01-01', 5000, 2000, 40 WHERE EXISTS (SELECT FROM "SessionHours");
