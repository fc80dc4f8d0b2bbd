import { z } from 'zod'
import { err, ok, type Result } from '../../schema/errors.ts'
import { PLANTED_PATTERNS, type PlantedShape } from '../../schema/market/drawnMarket.ts'
import { indexNamed, shownIndex, SHOWN_INDICES, type IndexSymbol } from '../../schema/market/indices.ts'
import { dataFolder, port, readEnvironment, wholeNumber } from '../../schema/readEnvironment.ts'
import { istDate, istInstant, parseTimeOfDay, type Instant } from '../../schema/time.ts'
import { SYNTHETIC_START } from './sources/DailyPath.ts'

/** Accounts of people, if not set otherwise. */
export const DEFAULT_ACCOUNTS = 5
const MAX_ACCOUNTS = 500
/** Where the gateway takes who comes back from the login page. */
const CALLBACK = '/auth/smartapi/callback'

export interface SandboxConfig {
  /** 0: any free port. */
  readonly port: number
  /** Folder of the account and of the market's time; made when it is not there. */
  readonly home: string
  /** Market seconds in a real second. */
  readonly speed: number
  readonly seed: number
  /** What is planted into a drawn market for the agent to find; null: nothing. */
  readonly pattern?: PlantedShape | null
  /** Market time of a market's very first start; later starts go on where the last one was. */
  readonly start: Instant | null
  /** Recorded candles to play; empty for a synthetic market. */
  readonly replay: ReadonlyMap<IndexSymbol, string>
  /** Recorded option minutes to play with them. */
  readonly replayOptions?: readonly string[]
  /** How many client codes there are for people, beside the installation's own. */
  readonly accounts?: number
  /** Allowed redirect targets of the login page of publisher applications; the first one is the default. */
  readonly redirectUrls?: readonly string[]
  /** Lets tests in other processes control it; null: nobody can. */
  readonly controlSecret?: string | null
}

/** What the sandbox reads from its environment; the descriptions are printed into `.env.example`. */
export const sandboxEnvironment = z.object({
  SANDBOX_PORT: port().default(4200),
  SAKHA_HOME: dataFolder,
  SANDBOX_ACCOUNTS: wholeNumber(0, MAX_ACCOUNTS)
    .default(DEFAULT_ACCOUNTS)
    .describe('How many accounts of people the sandbox has, beside its own; each is made when it is first wanted, and kept.'),
  SANDBOX_REDIRECT_URLS: z
    .string()
    .transform((text) => text.split(',').map((url) => url.trim()))
    .refine((urls) => urls.every(isRedirectUrl), 'must be http or https addresses without ? and #, with commas between')
    .optional()
    .describe("Addresses that the sandbox's login page may send a browser back to, with commas between. Not set: the gateway's own."),
  SANDBOX_CONTROL_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .nullable()
    .default(null)
    .describe('Lets tests switch faults in the sandbox and read its ledger. Not set: nobody can.'),
  PORT: port().default(4000),
  SANDBOX_SPEED: z
    .string()
    .transform(Number)
    .refine((speed) => speed > 0 && speed <= 3_600, 'must be a number above 0, at most 3600')
    .default(10)
    .describe("How many times as fast as real time the sandbox's market runs; above 0, at most 3600."),
  SANDBOX_SEED: wholeNumber(-999_999_999_999_999, 999_999_999_999_999)
    .default(1)
    .describe('Whole number; the same seed draws the same market.'),
  SANDBOX_PATTERN: z
    .string()
    .transform(parsePattern)
    .nullable()
    .default(null)
    .describe(
      `Plants a pattern into the drawn market, for the research agent to find: ${PLANTED_PATTERNS.join(', ')}. Another market than without. Not set: none.`,
    ),
  SANDBOX_START: z
    .string()
    .transform(parseStart)
    .nullable()
    .default(null)
    .describe('Market time of a first start, YYYY-MM-DD or YYYY-MM-DDTHH:MM in India. Not set: the next session.'),
  SAKHA_REPLAY: z
    .string()
    .transform(parseReplay)
    .default(() => new Map<IndexSymbol, string>())
    .describe('Real one-minute candles instead of drawn ones: NIFTY=file.csv.gz,BANKNIFTY=file.csv.'),
  SAKHA_REPLAY_OPTIONS: z
    .string()
    .transform((text) => text.split(',').map((path) => path.trim()))
    .refine((paths) => !paths.includes(''), 'must be files with commas between')
    .default([])
    .describe('Recorded option minutes of the days of SAKHA_REPLAY, files with commas between; other options are priced by the model.'),
})

/** The sandbox's settings from environment variables, or all mistakes at once, one line each. An empty value counts as not set. */
export function readSandboxConfig(environment: Readonly<Record<string, string | undefined>>): Result<SandboxConfig, readonly string[]> {
  const read = readEnvironment(sandboxEnvironment, environment)
  if (!read.ok) return read
  const settings = read.value
  const { SANDBOX_START: start, SAKHA_REPLAY: replay, SAKHA_REPLAY_OPTIONS: replayOptions } = settings
  if (replay.size === 0 && replayOptions.length > 0)
    return err(['SAKHA_REPLAY_OPTIONS: needs SAKHA_REPLAY, the index that they are options on'])
  if (replay.size > 0 && settings.SANDBOX_PATTERN !== null)
    return err(['SANDBOX_PATTERN: a pattern is planted into a drawn market, not into the candles of SAKHA_REPLAY'])
  // A drawn market has three years before its clock's first day, and was not drawn further back.
  if (replay.size === 0 && start !== null && istDate(start) < SYNTHETIC_START)
    return err([`SANDBOX_START: must not be before ${SYNTHETIC_START}, found ${istDate(start)}`])
  return ok({
    port: settings.SANDBOX_PORT,
    home: settings.SAKHA_HOME,
    speed: settings.SANDBOX_SPEED,
    seed: settings.SANDBOX_SEED,
    pattern: settings.SANDBOX_PATTERN,
    start,
    replay,
    replayOptions,
    accounts: settings.SANDBOX_ACCOUNTS,
    redirectUrls: settings.SANDBOX_REDIRECT_URLS ?? ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${settings.PORT}${CALLBACK}`),
    controlSecret: settings.SANDBOX_CONTROL_SECRET,
  })
}

function isRedirectUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username } = new URL(text)
  return (protocol === 'http:' || protocol === 'https:') && search === '' && hash === '' && username === ''
}

function parsePattern(text: string, context: z.RefinementCtx): PlantedShape | null {
  const shape = PLANTED_PATTERNS.find((name) => name === text)
  if (shape === undefined) context.addIssue(`must be ${PLANTED_PATTERNS.join(', ')}, found "${text}"`)
  return shape ?? null
}

function parseStart(text: string, context: z.RefinementCtx): Instant {
  const [date = '', time = '09:15'] = text.split('T', 2)
  const minute = parseTimeOfDay(time)
  const start = z.iso.date().safeParse(date).success && minute !== null ? istInstant(date, minute) : NaN
  if (Number.isNaN(start)) context.addIssue(`must be YYYY-MM-DD or YYYY-MM-DDTHH:MM (IST), found "${text}"`)
  return start
}

function parseReplay(text: string, context: z.RefinementCtx): ReadonlyMap<IndexSymbol, string> {
  const files = new Map<IndexSymbol, string>()
  for (const item of text.split(',')) {
    const [index = '', ...rest] = item.split('=')
    const path = rest.join('=')
    const name = indexNamed(index.trim())
    if (name === null || path === '') context.addIssue(`"${item}" must be INDEX=FILE with INDEX one of ${SHOWN_INDICES.join(', ')}`)
    else if (files.has(name)) context.addIssue(`${shownIndex(name)} is given twice`)
    else files.set(name, path)
  }
  return files
}
