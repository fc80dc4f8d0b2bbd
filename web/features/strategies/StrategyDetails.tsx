import { styled } from 'styled-components'
import type { StrategyPageQuery } from '../../gql/generated/graphql.ts'
import { Card } from '../../ui/Card.ts'
import { Rupees } from '../../ui/Rupees.tsx'
import { Sentence } from '../../ui/Sentence.tsx'
import { InstrumentFacts } from './InstrumentFacts.tsx'
import { StrategyTerms } from './StrategyFacts.tsx'
import { RuleText } from './RuleText.tsx'

const Frame = styled(Card)`
  display: grid;
  align-content: start;
  gap: 14px;

  h2,
  h3 {
    font-size: var(--text-md);
  }

  p,
  ul {
    font-size: var(--text-sm);
  }

  ul.exits {
    display: grid;
    gap: 4px;
    margin: 8px 0 0 18px;
    list-style: disc;
  }
`

type Page = StrategyPageQuery['strategyPage']

/** A strategy in plain words: its entries, its exits, its risk, and its indices. */
export function StrategyDetails({ strategy, exits }: Pick<Page, 'strategy' | 'exits'>) {
  return (
    <Frame aria-label="What it does">
      <h2>What it does</h2>
      <p>{strategy.description}</p>
      <RuleText {...strategy} />
      <div>
        <h3>When it exits</h3>
        <ul className="exits">
          {exits.map((exit) => (
            <li key={exit}>
              <Sentence text={exit} />
            </li>
          ))}
        </ul>
      </div>
      <StrategyTerms {...strategy} levels={strategy} />
      <p>
        {strategy.legs.length === 0 ? 'A trade is skipped when one lot would' : 'A position is skipped when one lot of its legs would'} lose
        more than <Rupees value={strategy.riskPerTrade} /> {strategy.legs.length === 0 ? 'at its stop.' : 'at their stops.'}
      </p>
      <div>
        <h3>What it trades</h3>
        <InstrumentFacts instruments={strategy.instruments} />
      </div>
    </Frame>
  )
}
