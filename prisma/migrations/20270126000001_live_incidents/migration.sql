-- What stands on live accounts that must not last, for the screens and for admins. The engine that owns the user writes it.
CREATE TYPE "LiveIncidentKind" AS ENUM ('EXIT_OPEN', 'LEG_BARE', 'UNITS_UNKNOWN');

CREATE TABLE "LiveIncident" (
    "userId" UUID NOT NULL,
    "kind" "LiveIncidentKind" NOT NULL,
    "subject" TEXT NOT NULL,
    "tradeId" UUID,
    "option" TEXT NOT NULL,
    "units" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LiveIncident_pkey" PRIMARY KEY ("userId", "kind", "subject"),
    CONSTRAINT "LiveIncident_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- An alert of its own.
ALTER TYPE "IncidentKind" ADD VALUE 'LIVE_ACCOUNT';
