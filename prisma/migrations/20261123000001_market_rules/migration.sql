-- What the exchanges and the tax office have laid down, as rows with the date they hold from; prisma/seed.ts fills empty tables.
CREATE TYPE "Weekday" AS ENUM ('MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY');
CREATE TYPE "ChargeKind" AS ENUM ('BROKERAGE', 'TRANSACTION', 'SEBI_FEE', 'GST', 'STAMP_DUTY_ON_PURCHASE', 'STT_ON_SALE', 'STT_ON_EXERCISE');

CREATE TABLE "CoveredYear" (
    "year" INTEGER NOT NULL,
    CONSTRAINT "CoveredYear_pkey" PRIMARY KEY ("year")
);

CREATE TABLE "Holiday" (
    "date" DATE NOT NULL,
    "note" TEXT NOT NULL,
    CONSTRAINT "Holiday_pkey" PRIMARY KEY ("date")
);

CREATE TABLE "SpecialSession" (
    "date" DATE NOT NULL,
    "open" TEXT NOT NULL,
    "close" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    CONSTRAINT "SpecialSession_pkey" PRIMARY KEY ("date")
);

CREATE TABLE "SessionHours" (
    "from" DATE NOT NULL,
    "open" TEXT NOT NULL,
    "close" TEXT NOT NULL,
    CONSTRAINT "SessionHours_pkey" PRIMARY KEY ("from")
);

CREATE TABLE "ExpiryRule" (
    "index" TEXT NOT NULL,
    "from" DATE NOT NULL,
    "weekly" "Weekday",
    "monthly" "Weekday" NOT NULL,
    CONSTRAINT "ExpiryRule_pkey" PRIMARY KEY ("index", "from")
);

CREATE TABLE "LotRule" (
    "index" TEXT NOT NULL,
    "from" DATE NOT NULL,
    "lot" INTEGER NOT NULL,
    "keptOldLot" DATE[],
    CONSTRAINT "LotRule_pkey" PRIMARY KEY ("index", "from")
);

CREATE TABLE "FreezeRule" (
    "index" TEXT NOT NULL,
    "from" DATE NOT NULL,
    "units" INTEGER NOT NULL,
    CONSTRAINT "FreezeRule_pkey" PRIMARY KEY ("index", "from")
);

CREATE TABLE "ChargeRate" (
    "kind" "ChargeKind" NOT NULL,
    "exchange" TEXT NOT NULL,
    "from" DATE NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    CONSTRAINT "ChargeRate_pkey" PRIMARY KEY ("kind", "exchange", "from")
);
