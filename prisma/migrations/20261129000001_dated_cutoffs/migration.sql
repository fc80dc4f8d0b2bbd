-- The index's session and the options' are rows of their own, and so is when entries stop and positions are squared off.
CREATE TYPE "Segment" AS ENUM ('INDEX', 'OPTIONS');
CREATE TYPE "CutoffDay" AS ENUM ('ORDINARY', 'EXPIRY');

ALTER TABLE "SessionHours" ADD COLUMN "segment" "Segment" NOT NULL DEFAULT 'OPTIONS';
ALTER TABLE "SessionHours" DROP CONSTRAINT "SessionHours_pkey";
ALTER TABLE "SessionHours" ADD CONSTRAINT "SessionHours_pkey" PRIMARY KEY ("segment", "from");
ALTER TABLE "SessionHours" ALTER COLUMN "segment" DROP DEFAULT;

CREATE TABLE "ClosingAuction" (
    "from" DATE NOT NULL,
    "open" TEXT NOT NULL,
    "close" TEXT NOT NULL,
    CONSTRAINT "ClosingAuction_pkey" PRIMARY KEY ("from")
);

CREATE TABLE "TradingCutoff" (
    "day" "CutoffDay" NOT NULL,
    "from" DATE NOT NULL,
    "entryMinutes" INTEGER NOT NULL,
    "squareOffMinutes" INTEGER NOT NULL,
    CONSTRAINT "TradingCutoff_pkey" PRIMARY KEY ("day", "from")
);

-- Where there are market tables already, the rules that were in the code until now, and the auction of August 2026; empty ones are seeded.
INSERT INTO "ClosingAuction" ("from", "open", "close")
SELECT '2026-08-03', '15:15', '15:35' WHERE EXISTS (SELECT FROM "SessionHours");
INSERT INTO "TradingCutoff" ("day", "from", "entryMinutes", "squareOffMinutes")
SELECT day::"CutoffDay", '2000-01-01'::date, entry, square_off
FROM (VALUES ('ORDINARY', 20, 10), ('EXPIRY', 60, 20)) AS shipped(day, entry, square_off)
WHERE EXISTS (SELECT FROM "SessionHours");
-- The index's hours were the options'.
INSERT INTO "SessionHours" ("segment", "from", "open", "close")
SELECT 'INDEX', "from", "open", "close" FROM "SessionHours";
