-- A session may be held in two parts; the break between them is kept beside its hours.
ALTER TABLE "SpecialSession" ADD COLUMN "pauseFrom" TEXT;
ALTER TABLE "SpecialSession" ADD COLUMN "pauseTo" TEXT;

-- Where there are market tables already, the sessions that recorded candles were refused without; empty ones are seeded.
INSERT INTO "SpecialSession" ("date", "open", "close", "pauseFrom", "pauseTo", "note")
SELECT day::date, opens, closes, pause_from, pause_to, name
FROM (VALUES
    ('2021-11-04', '18:15', '19:15', NULL, NULL, 'Muhurat'),
    ('2022-10-24', '18:15', '19:15', NULL, NULL, 'Muhurat'),
    ('2024-03-02', '09:15', '12:30', '10:00', '11:30', 'Disaster-recovery drill in two parts')
) AS shipped(day, opens, closes, pause_from, pause_to, name)
WHERE EXISTS (SELECT FROM "SessionHours")
ON CONFLICT DO NOTHING;
INSERT INTO "Holiday" ("date", "note")
SELECT day::date, 'Diwali' FROM (VALUES ('2021-11-04'), ('2022-10-24')) AS shipped(day)
WHERE EXISTS (SELECT FROM "SessionHours")
ON CONFLICT DO NOTHING;
