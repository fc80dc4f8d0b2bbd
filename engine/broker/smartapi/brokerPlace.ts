import { isIPv4 } from 'node:net'
import type { EngineConfig } from '../../runtime/config.ts'
import { sandboxConnection } from './sandboxConnection.ts'
import type { SmartApiAccount, SmartApiMarket } from './SmartApiConfig.ts'

/** Where a broker is. */
export interface BrokerPlace {
  readonly market: SmartApiMarket
  /** Who signs in for the market data while nobody is configured; null: nobody. */
  readonly standard: SmartApiAccount | null
  /** Address of its login page, to which `state` is added. */
  readonly loginUrl: string
}

const ANGEL_ONE = {
  restUrl: 'https://apiconnect.angelone.in',
  feedUrl: 'wss://smartapisocket.angelone.in/smart-stream',
  updatesUrl: 'wss://tns.angelone.in/smart-order-update',
  masterUrl: 'https://margincalculator.angelone.in/OpenAPI_File/files/OpenAPIScripMaster.json',
  clockUrl: null,
}
const ANGEL_ONE_LOGIN = 'https://smartapi.angelone.in/publisher-login'

/** Where the broker of the configuration is. Rejects while the account of a sandbox has not been made yet. */
export async function brokerPlace({ broker, home, sandboxPort, staticIp }: EngineConfig): Promise<BrokerPlace> {
  if (broker.kind === 'smartapi') {
    const { apiKey } = broker
    const market = { ...ANGEL_ONE, apiKey, ...(staticIp !== null && { family: familyOf(staticIp) }) }
    return { market, standard: null, loginUrl: loginUrl(ANGEL_ONE_LOGIN, apiKey) }
  }
  const { clientCode, pin, totpSecret, ...market } = await sandboxConnection(home, sandboxPort)
  return {
    ...{ market, standard: { clientCode, pin, totpSecret } },
    loginUrl: loginUrl(`${market.restUrl}/publisher-login`, market.apiKey),
  }
}

function familyOf(address: string): 4 | 6 {
  return isIPv4(address) ? 4 : 6
}

function loginUrl(page: string, apiKey: string): string {
  return `${page}?${new URLSearchParams({ api_key: apiKey }).toString()}`
}
