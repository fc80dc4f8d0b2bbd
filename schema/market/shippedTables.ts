import type { IndexSymbol } from './indices.ts'
import type { ChargeRate, ExpiryRule, FreezeRule, Holiday, LotRule, MarketTables, SpecialSession, Weekday } from './MarketTables.ts'

/** Weekday closures of the equity and derivatives segments; NSE and BSE close on the same days. */
const HOLIDAYS: readonly Holiday[] = [
  { date: '2021-01-26', note: 'Republic Day' },
  { date: '2021-03-11', note: 'Mahashivratri' },
  { date: '2021-03-29', note: 'Holi' },
  { date: '2021-04-02', note: 'Good Friday' },
  { date: '2021-04-14', note: 'Dr Ambedkar Jayanti' },
  { date: '2021-04-21', note: 'Ram Navami' },
  { date: '2021-05-13', note: 'Id-ul-Fitr' },
  { date: '2021-07-21', note: 'Bakri Id' },
  { date: '2021-08-19', note: 'Muharram' },
  { date: '2021-09-10', note: 'Ganesh Chaturthi' },
  { date: '2021-10-15', note: 'Dussehra' },
  { date: '2021-11-04', note: 'Diwali' },
  { date: '2021-11-05', note: 'Balipratipada' },
  { date: '2021-11-19', note: 'Guru Nanak Jayanti' },
  { date: '2022-01-26', note: 'Republic Day' },
  { date: '2022-03-01', note: 'Mahashivratri' },
  { date: '2022-03-18', note: 'Holi' },
  { date: '2022-04-14', note: 'Dr Ambedkar Jayanti' },
  { date: '2022-04-15', note: 'Good Friday' },
  { date: '2022-05-03', note: 'Id-ul-Fitr' },
  { date: '2022-08-09', note: 'Muharram' },
  { date: '2022-08-15', note: 'Independence Day' },
  { date: '2022-08-31', note: 'Ganesh Chaturthi' },
  { date: '2022-10-05', note: 'Dussehra' },
  { date: '2022-10-24', note: 'Diwali' },
  { date: '2022-10-26', note: 'Balipratipada' },
  { date: '2022-11-08', note: 'Guru Nanak Jayanti' },
  { date: '2023-01-26', note: 'Republic Day' },
  { date: '2023-03-07', note: 'Holi' },
  { date: '2023-03-30', note: 'Ram Navami' },
  { date: '2023-04-04', note: 'Mahavir Jayanti' },
  { date: '2023-04-07', note: 'Good Friday' },
  { date: '2023-04-14', note: 'Dr Ambedkar Jayanti' },
  { date: '2023-05-01', note: 'Maharashtra Day' },
  { date: '2023-06-29', note: 'Bakri Id' },
  { date: '2023-08-15', note: 'Independence Day' },
  { date: '2023-09-19', note: 'Ganesh Chaturthi' },
  { date: '2023-10-02', note: 'Gandhi Jayanti' },
  { date: '2023-10-24', note: 'Dussehra' },
  { date: '2023-11-14', note: 'Balipratipada' },
  { date: '2023-11-27', note: 'Guru Nanak Jayanti' },
  { date: '2023-12-25', note: 'Christmas' },
  { date: '2024-01-22', note: 'Ram Mandir consecration (announced 19 Jan)' },
  { date: '2024-01-26', note: 'Republic Day' },
  { date: '2024-03-08', note: 'Mahashivratri' },
  { date: '2024-03-25', note: 'Holi' },
  { date: '2024-03-29', note: 'Good Friday' },
  { date: '2024-04-11', note: 'Id-ul-Fitr' },
  { date: '2024-04-17', note: 'Ram Navami' },
  { date: '2024-05-01', note: 'Maharashtra Day' },
  { date: '2024-05-20', note: 'Lok Sabha election (announced during the year)' },
  { date: '2024-06-17', note: 'Bakri Id' },
  { date: '2024-07-17', note: 'Muharram' },
  { date: '2024-08-15', note: 'Independence Day' },
  { date: '2024-10-02', note: 'Gandhi Jayanti' },
  { date: '2024-11-01', note: 'Diwali' },
  { date: '2024-11-15', note: 'Guru Nanak Jayanti' },
  { date: '2024-11-20', note: 'Maharashtra election (announced 8 Nov)' },
  { date: '2024-12-25', note: 'Christmas' },
  { date: '2025-02-26', note: 'Mahashivratri' },
  { date: '2025-03-14', note: 'Holi' },
  { date: '2025-03-31', note: 'Id-ul-Fitr' },
  { date: '2025-04-10', note: 'Mahavir Jayanti' },
  { date: '2025-04-14', note: 'Dr Ambedkar Jayanti' },
  { date: '2025-04-18', note: 'Good Friday' },
  { date: '2025-05-01', note: 'Maharashtra Day' },
  { date: '2025-08-15', note: 'Independence Day' },
  { date: '2025-08-27', note: 'Ganesh Chaturthi' },
  { date: '2025-10-02', note: 'Gandhi Jayanti, Dussehra' },
  { date: '2025-10-21', note: 'Diwali' },
  { date: '2025-10-22', note: 'Balipratipada' },
  { date: '2025-11-05', note: 'Guru Nanak Jayanti' },
  { date: '2025-12-25', note: 'Christmas' },
  { date: '2026-01-15', note: 'Maharashtra municipal elections (announced 9 Jan)' },
  { date: '2026-01-26', note: 'Republic Day' },
  { date: '2026-03-03', note: 'Holi' },
  { date: '2026-03-26', note: 'Ram Navami' },
  { date: '2026-03-31', note: 'Mahavir Jayanti' },
  { date: '2026-04-03', note: 'Good Friday' },
  { date: '2026-04-14', note: 'Dr Ambedkar Jayanti' },
  { date: '2026-05-01', note: 'Maharashtra Day' },
  { date: '2026-05-28', note: 'Bakri Id' },
  { date: '2026-06-26', note: 'Muharram' },
  { date: '2026-09-14', note: 'Ganesh Chaturthi' },
  { date: '2026-10-02', note: 'Gandhi Jayanti' },
  { date: '2026-10-20', note: 'Dussehra' },
  { date: '2026-11-10', note: 'Balipratipada' },
  { date: '2026-11-24', note: 'Guru Nanak Jayanti' },
  { date: '2026-12-25', note: 'Christmas' },
]

/** Where nothing earlier is known. */
const BEGINNING = '2000-01-01'

/** A session in one part. */
function special(date: string, open: string, close: string, note: string): SpecialSession {
  return { date, open, close, pauseFrom: null, pauseTo: null, note }
}

function expiries(index: IndexSymbol, ...rows: (readonly [from: string, weekly: Weekday | null, monthly: Weekday])[]): ExpiryRule[] {
  return rows.map(([from, weekly, monthly]) => ({ index, from, weekly, monthly }))
}

function lots(index: IndexSymbol, ...rows: (readonly [from: string, lot: number, ...keptOldLot: string[]])[]): LotRule[] {
  return rows.map(([from, lot, ...keptOldLot]) => ({ index, from, lot, keptOldLot }))
}

function freezes(index: IndexSymbol, ...rows: (readonly [from: string, units: number])[]): FreezeRule[] {
  return rows.map(([from, units]) => ({ index, from, units }))
}

function rates(
  kind: ChargeRate['kind'],
  exchange: ChargeRate['exchange'],
  ...rows: (readonly [from: string, value: number])[]
): ChargeRate[] {
  return rows.map(([from, value]) => ({ kind, exchange, from, value }))
}

/**
 * The rules a new installation begins with: what NSE, BSE, SEBI and the tax office had laid down by August 2026. Not in here, because
 * their times are not settled: the second part of the disaster-recovery drill of 18 May 2024 (11:30–12:30 by some notices, 11:45–12:40
 * by others), and the Muhurat session of 2026. MIDCPNIFTY's options are known from 2022 on, SENSEX's from 15 May 2023, when they were listed
 * anew.
 */
export const SHIPPED_MARKET_TABLES: MarketTables = {
  coveredYears: [2021, 2022, 2023, 2024, 2025, 2026],
  holidays: HOLIDAYS,
  specialSessions: [
    special('2021-11-04', '18:15', '19:15', 'Muhurat'),
    special('2022-10-24', '18:15', '19:15', 'Muhurat'),
    special('2023-11-12', '18:15', '19:15', 'Muhurat, Sunday'),
    special('2024-01-20', '09:15', '15:30', 'Full session on a Saturday'),
    { ...special('2024-03-02', '09:15', '12:30', 'Disaster-recovery drill in two parts'), pauseFrom: '10:00', pauseTo: '11:30' },
    special('2024-11-01', '18:00', '19:00', 'Muhurat'),
    special('2025-02-01', '09:15', '15:30', 'Union Budget, Saturday'),
    special('2025-10-21', '13:45', '14:45', 'Muhurat'),
    special('2026-02-01', '09:15', '15:30', 'Union Budget, Sunday'),
  ],
  sessionHours: [
    { segment: 'INDEX', from: BEGINNING, open: '09:15', close: '15:30' },
    { segment: 'OPTIONS', from: BEGINNING, open: '09:15', close: '15:30' },
  ],
  closingAuctions: [{ from: '2026-08-03', open: '15:15', close: '15:35' }],
  // Where a contract expires, its last hour is nearly all gamma, and its settlement is made in the auction.
  tradingCutoffs: [
    { day: 'ORDINARY', from: BEGINNING, entryMinutes: 20, squareOffMinutes: 10 },
    { day: 'EXPIRY', from: BEGINNING, entryMinutes: 60, squareOffMinutes: 20 },
  ],
  expiryRules: [
    ...expiries('NIFTY', [BEGINNING, 'THURSDAY', 'THURSDAY'], ['2025-09-01', 'TUESDAY', 'TUESDAY']),
    ...expiries(
      'BANKNIFTY',
      [BEGINNING, 'THURSDAY', 'THURSDAY'],
      ['2023-09-04', 'WEDNESDAY', 'THURSDAY'],
      ['2024-03-01', 'WEDNESDAY', 'WEDNESDAY'],
      ['2024-11-14', null, 'WEDNESDAY'],
      ['2025-01-01', null, 'THURSDAY'],
      ['2025-09-01', null, 'TUESDAY'],
    ),
    // The weekly of Friday 3 January 2025 had been listed before the new rule, and kept its day and its lot.
    ...expiries('SENSEX', [BEGINNING, 'FRIDAY', 'FRIDAY'], ['2025-01-04', 'TUESDAY', 'TUESDAY'], ['2025-09-01', 'THURSDAY', 'THURSDAY']),
    ...expiries(
      'MIDCPNIFTY',
      [BEGINNING, 'WEDNESDAY', 'WEDNESDAY'],
      ['2023-08-17', 'MONDAY', 'MONDAY'],
      ['2024-11-19', null, 'MONDAY'],
      ['2025-01-01', null, 'THURSDAY'],
      ['2025-09-01', null, 'TUESDAY'],
    ),
  ],
  // The rule of 20 Nov 2024 applied to contracts listed after that day, so the January 2025 monthlies kept the old lot.
  lotRules: [
    ...lots('NIFTY', [BEGINNING, 75], ['2021-07-29', 50], ['2024-05-02', 25], ['2025-01-02', 75, '2025-01-30'], ['2026-01-01', 65]),
    ...lots('BANKNIFTY', [BEGINNING, 25], ['2023-07-27', 15], ['2025-02-01', 30], ['2025-07-31', 35], ['2026-01-01', 30]),
    ...lots('SENSEX', [BEGINNING, 10], ['2025-01-04', 20, '2025-01-28']),
    ...lots('MIDCPNIFTY', [BEGINNING, 75], ['2024-07-29', 50], ['2025-02-01', 120], ['2025-07-31', 140], ['2026-01-01', 120]),
  ],
  freezeRules: [
    ...freezes('NIFTY', [BEGINNING, 1800]),
    ...freezes('BANKNIFTY', [BEGINNING, 900], ['2025-07-01', 600], ['2025-09-01', 900], ['2025-11-03', 600]),
    ...freezes('SENSEX', [BEGINNING, 1000]),
    ...freezes('MIDCPNIFTY', [BEGINNING, 2800], ['2023-04-03', 5500], ['2024-08-01', 2800], ['2025-03-03', 4200], ['2025-07-01', 2800]),
  ],
  // The BSE's of 2026 is not known.
  priceProtections: [{ exchange: 'NFO', from: BEGINNING, nearPaise: 50_00, amountPaise: 20_00, percent: 40 }],
  chargeRates: [
    ...rates('BROKERAGE', 'BOTH', [BEGINNING, 20_00]),
    // With NSE's investor protection fund. Before October 2024 by turnover slab: the slab of a small account. The BSE's ended at a premium
    // of three crore rupees a month; beyond it 0.0375 % were charged from November 2023 and 0.0495 % from 13 May 2024.
    ...rates('TRANSACTION', 'NFO', [BEGINNING, 0.053], ['2023-04-01', 0.05], ['2024-10-01', 0.03553]),
    ...rates('TRANSACTION', 'BFO', [BEGINNING, 0.005], ['2024-10-01', 0.0325]),
    ...rates('SEBI_FEE', 'BOTH', [BEGINNING, 0.0001]),
    ...rates('GST', 'BOTH', [BEGINNING, 18]),
    ...rates('STAMP_DUTY_ON_PURCHASE', 'BOTH', [BEGINNING, 0.003]),
    ...rates('STT_ON_SALE', 'BOTH', [BEGINNING, 0.05], ['2023-04-01', 0.0625], ['2024-10-01', 0.1], ['2026-04-01', 0.15]),
    ...rates('STT_ON_EXERCISE', 'BOTH', [BEGINNING, 0.125], ['2026-04-01', 0.15]),
  ],
}
