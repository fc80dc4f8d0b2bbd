import { UserFacingError } from '../../../schema/errors.ts'
import type { TokenScope } from '../../../schema/tokenScopes.ts'
import type { Principal } from '../../kit/Principal.ts'

const MARKET: readonly TokenScope[] = ['read:market']
const OWN: readonly TokenScope[] = ['read:own']
const AGGREGATES: readonly TokenScope[] = ['read:aggregates']
const ALL_ANONYMOUS: readonly TokenScope[] = ['read:all-anonymous']

/** What personal access tokens reach: nothing else, whatever is added to the API. Any one of the scopes is enough. */
export const TOKEN_FIELDS: Readonly<Record<string, readonly TokenScope[]>> = {
  ...fields(MARKET, 'Query', ['candles', 'chart', 'indicators', 'instruments', 'marketStatus', 'recordsAsOf']),
  ...fields(MARKET, 'Query', ['agentAnalyses', 'agentAnalysis', 'agentKeyHistory', 'agentKeys', 'agentPaths']),
  ...fields(MARKET, 'Subscription', ['candleClosed', 'marketStatusChanged', 'prices']),
  ...fields(OWN, 'Query', ['account', 'dashboard', 'denials', 'liveTrades', 'me', 'report', 'trade', 'tradeHistory', 'trades']),
  ...fields(OWN, 'Query', [
    'agentOutcomes',
    'agentStatus',
    'agentTrades',
    'availableStrategies',
    'myStrategies',
    'strategyPage',
    'tradedStrategies',
  ]),
  ...fields(OWN, 'Query', ['performance', 'signals']),
  ...fields(OWN, 'Subscription', ['signalDenied', 'tradeChanged']),
  ...fields(AGGREGATES, 'Query', ['performanceOfAll']),
  ...fields(ALL_ANONYMOUS, 'Query', ['anonymousTrades']),
  // They change nothing but leave an address behind, which is good for a minute and one file that the scope reads.
  ...fields(MARKET, 'Mutation', ['exportCandles']),
  ...fields(OWN, 'Mutation', ['exportDenials', 'exportPerformance', 'exportSignals', 'exportTrades']),
  ...fields(AGGREGATES, 'Mutation', ['exportPerformanceOfAll']),
  ...fields(ALL_ANONYMOUS, 'Mutation', ['exportAnonymousTrades']),
}

/** Likewise of REST, by method and path below /api. */
export const TOKEN_ROUTES: Readonly<Record<string, readonly TokenScope[]>> = {
  'GET /candles/latest': MARKET,
  'GET /dashboard/stats': OWN,
  'GET /reports': OWN,
  'GET /strategy/available': OWN,
  'GET /strategy/user': OWN,
  'GET /trades': OWN,
  'GET /trades/denials': OWN,
  'GET /trades/live': OWN,
  'GET /user/profile': OWN,
}

/** Throws FORBIDDEN when a token asks for what it does not reach; a session reaches all. */
export function requireField({ scopes }: Pick<Principal, 'scopes'>, type: string, field: string): void {
  const wanted = TOKEN_FIELDS[`${type}.${field}`]
  if (type === 'Mutation' && !wanted) refuseWriting({ scopes })
  if (scopes !== null) requireOneOf(scopes, wanted, field)
}

/** Likewise for a route. */
export function requireRoute({ scopes }: Principal, method: string, path: string): void {
  if (scopes !== null) requireOneOf(scopes, TOKEN_ROUTES[`${method === 'HEAD' ? 'GET' : method} ${path}`], `${method} ${path}`)
}

/** Throws FORBIDDEN when a token is to change something. */
export function refuseWriting({ scopes }: Pick<Principal, 'scopes'>): void {
  if (scopes !== null) throw new UserFacingError('FORBIDDEN', 'An access token reads and changes nothing. Sign in to make changes.')
}

function requireOneOf(scopes: readonly TokenScope[], wanted: readonly TokenScope[] | undefined, what: string): void {
  if (!wanted) throw new UserFacingError('FORBIDDEN', `An access token does not reach ${what}.`)
  if (!wanted.some((scope) => scopes.includes(scope)))
    throw new UserFacingError('FORBIDDEN', `The access token needs the scope ${wanted.join(' or ')} for ${what}.`)
}

function fields(scopes: readonly TokenScope[], type: string, names: readonly string[]): Readonly<Record<string, readonly TokenScope[]>> {
  return Object.fromEntries(names.map((name) => [`${type}.${name}`, scopes]))
}
