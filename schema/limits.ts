/** Bounds that server and screens share. The server enforces them; the screens only show them early. */
export const LIMITS = {
  name: { min: 1, max: 100 },
  email: { max: 254 },
  password: { min: 6, max: 200 },
  candles: { default: 100, max: 1_000 },
  history: { default: 50, max: 200, search: 100 },
  /** Stop or target of an open leg: its premium in rupees. */
  level: { min: 0.05, max: 100_000 },
  /** Changes of stops and targets that are listed of a trade. */
  levelChanges: { max: 50 },
  /** Minutes of a leg's premium: a session, and an hour on either side. */
  legPremiums: { max: 520 },
  /** Of admins to users: characters of one, and how many their list holds. */
  announcements: { text: { max: 500 }, max: 100 },
  /** Changes of the market tables on a page. */
  marketHistory: { default: 20, max: 100 },
  /** Entries on a page; of the log of all accounts, text that is filtered by, and accounts whose chains are looked through at once. */
  auditLog: { default: 20, max: 100, filter: 254, verified: 100 },
  notifications: { default: 20, max: 100, webhookUrl: 500 },
  /** Price topics one live-price subscription may name: as many open trades as an account may have, the indices, and some to spare. */
  priceSymbols: { max: 120 },
  strategy: {
    name: { max: 100 },
    description: { max: 1_000 },
    /** Of its category and its type. */
    word: { max: 50 },
    maxTrades: { min: 1, max: 50 },
    /** Rupees. */
    riskPerTrade: { min: 100, max: 10_000_000 },
    /** Per cent of the entry premium; the trailing stop has the stop loss's bounds. */
    stopLoss: { min: 0.1, max: 50 },
    takeProfit: { min: 0.1, max: 200 },
    instruments: { min: 1, max: 10 },
    quantity: { min: 1, max: 50 },
  },
  /** A list of all of them is no longer. */
  strategies: { max: 500 },
  /** Of so many strategies at once is said what one lot takes; of any other on its own page. */
  lotPreviews: { max: 100 },
  /** A strategy's page shows the newest of its versions, and its record by at most so many points. */
  strategyPage: { versions: 100 },
  /** A user's own settings of a strategy: its window is HH:MM in India, its risk in per cent of the paper funds, its levels in rupees of the whole trade. */
  subscription: {
    window: { first: '09:15', last: '15:30' },
    riskPerTrade: { min: 0.1, max: 10 },
    stopLoss: { min: 100, max: 1_000_000 },
    takeProfit: { min: 100, max: 1_000_000 },
  },
  /** Money in rupees. */
  account: {
    paperFunds: { min: 10_000, max: 10_000_000 },
    maxDailyLoss: { min: 100, max: 10_000_000 },
    maxOpenTrades: { min: 1, max: 100 },
  },
  /** Characters of broker credentials, and instruments whose prices are requested at once: as many as the broker answers. */
  broker: { clientCode: { max: 20 }, pin: { digits: 4 }, totpSecret: { min: 16, max: 128 }, token: { max: 20 }, tokens: { max: 50 } },
  /** Personal access tokens: of a user that live at once, characters of their names, days until they expire. */
  /** Cells of an answer, and the fewest users behind a figure over all users. */
  performance: { cells: 2_000, users: 20 },
  /** Indicators of an answer, and candles before the first one shown that they are computed over at most. */
  indicators: { specs: 20, history: 20_000 },
  accessTokens: { most: 10, name: { max: 60 }, days: { min: 1, max: 365 } },
  stopReason: { max: 200 },
  /** The admin's list of accounts, a page at a time, and the reason of an act on one of them; the account's page shows its latest trades and acts. */
  managedUsers: { default: 50, max: 200, search: 100, reason: 200, trades: 20, acts: 20 },
  backtests: {
    /** Running at once for one user. */
    running: 1,
    /** Waiting: of all users without a confirmed address together, and of all others. */
    waiting: { unconfirmed: 20, confirmed: 200 },
    /** Columns of indicators times bars of one run: eight bytes each. Five years of minutes with forty columns. */
    values: 20_000_000,
    /** Stored option minutes on its days: 48 bytes each. A hundred contracts over 106 sessions. */
    optionMinutes: 4_000_000,
    /** Sets of parameters of one sweep, and how many parameters it may have. */
    variants: 200,
    parameters: 6,
    /** Its best variants with a range: each needs four passes more. */
    ranged: 10,
    /** Times half a spread, and what a stop slips, that is paid. */
    slippage: { min: 0, max: 20, default: 1 },
    /** Trading days that a walk-forward trains on, and validates on. */
    foldDays: { min: 1, max: 1_000 },
    /** Trades of a result on a page. */
    trades: { default: 50, max: 200 },
    /** A result's latest trades, signals not taken, and days; its curves have DRAWN_POINTS. */
    listed: { trades: 200, denials: 200, daily: 1_000 },
    /** Of history that a sweep or a walk-forward goes through, all runs together: a year with 200 variants, in about half the time a run may take. */
    minutes: 20_000_000,
  },
  /** Analyses on a page, and users that the admin's list of agents names. */
  agent: { analyses: { default: 20, max: 100 }, users: { max: 500 } },
  idempotencyKey: { max: 255 },
} as const

/** The rule language's own bounds: part of the language, so a rule that parses can always be evaluated in bounded time. */
export const RULE_LIMITS = {
  /** Nesting of all / any / not. */
  depth: 8,
  /** Comparisons in one rule set. */
  comparisons: 50,
  /** Length of an indicator's window, in bars. */
  period: { min: 1, max: 500 },
  multiplier: { min: 0.1, max: 20 },
  /** How many bars back an operand may look. */
  offset: { min: 0, max: 100 },
  bytes: 20_000,
  /** A position's legs; their amounts in rupees. */
  legs: { min: 1, max: 6 },
  lots: { min: 1, max: 10 },
  strikes: { min: -40, max: 40 },
  premium: { min: 0.05, max: 10_000 },
  delta: { min: 0.01, max: 0.99 },
  reentries: { min: 0, max: 10 },
  /** Per cent of a premium, and rupees. */
  levelPercent: { min: 0.1, max: 1_000 },
  levelRupees: { min: 1, max: 10_000_000 },
} as const

/** When a feed and a clock are not to be traded on. The hours of trading are dated tables (schema/market). */
export const SESSION_LIMITS = {
  /** An index whose last tick is older than this (real milliseconds) blocks entries. */
  staleFeedMs: 5_000,
  /** A machine's clock that moves by more than this against real time was set: it is not trusted at once. */
  clockStepMs: 2_000,
  /** No entries for this long (real milliseconds) after the clock was set. */
  clockQuietMs: 10_000,
  /** A machine's clock that is further than this from the broker's is wrong. */
  brokerClockMs: 2_000,
} as const

/**
 * The most entries sent for one account, whatever its owner has set. Ordinary use reaches neither: no more trades than the first may
 * ever be open at once, and the second is twenty strategies at the most trades a day that one may have.
 */
export const ENTRY_RATES = { perMinute: LIMITS.account.maxOpenTrades.max, perDay: 1_000 } as const

/** What an entry is checked against besides the user's own limits, in per cent of the premium. */
export const ENTRY_LIMITS = {
  /** Set aside above the last premium, for what it moves until the fill. */
  reservePercent: 5,
} as const
