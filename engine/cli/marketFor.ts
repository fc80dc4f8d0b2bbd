import { isDrawn } from '../../schema/market/drawnMarket.ts'
import type { MinuteImport } from '../store/MinuteImport.ts'
import { CommandFailure } from './failures.ts'

/** The market that recorded prices are imported for: the one named, else the one that the engine of this database trades. Throws CommandFailure when there is none, or its prices are drawn. */
export async function marketFor(imported: Pick<MinuteImport, 'market'>, named: string | undefined): Promise<string> {
  const market = named ?? (await imported.market())
  if (market === null) throw new CommandFailure('No engine has run on this database yet: name the market with --market.')
  if (isDrawn(market))
    throw new CommandFailure(`The prices of ${market} are drawn: recorded ones do not belong to it. Name another market with --market.`)
  return market
}
