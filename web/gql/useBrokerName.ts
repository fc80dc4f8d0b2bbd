import { useMarket } from './useMarket.ts'

/** Brokers as people read them, by the API's name of theirs. */
const BROKERS: Readonly<Record<string, string>> = { angel: 'Angel One' }

/** A broker as a sentence begins with it. A sandbox speaks a broker's protocol, and says what it is; before that is known nobody is named. */
export function useBrokerName(name: string): string {
  const market = useMarket()
  if (market === null) return 'Broker'
  return market.clock.kind === 'sandbox' ? 'Sandbox broker' : (BROKERS[name] ?? name)
}
