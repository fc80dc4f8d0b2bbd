import { styled } from 'styled-components'
import type { AccountPartsFragment } from '../../gql/generated/graphql.ts'
import { ProfitLoss } from '../../ui/ProfitLoss.tsx'
import { Rupees } from '../../ui/Rupees.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { AccountLimitsForm } from './AccountLimitsForm.tsx'

const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  gap: 12px 16px;
  margin-bottom: 20px;

  dt {
    color: var(--muted);
    font-size: var(--text-xs);
  }

  dd {
    font-size: var(--text-md);
    font-weight: 600;
  }
`

/** The funds of the paper account, and the limits on entries, which hold on paper and live. */
export function AccountLimits({ account }: { account: AccountPartsFragment }) {
  return (
    <SettingsCard
      id="limits"
      title="Paper funds and limits"
      text="New trades open only within these limits, which apply to paper and live separately. Open trades keep the limits they were opened with, unless you choose to close them at the daily loss."
    >
      <Facts>
        <div>
          <dt>Available for new trades</dt>
          <dd>
            <Rupees value={account.available} />
          </dd>
        </div>
        <div>
          <dt>In open trades</dt>
          <dd>
            <Rupees value={account.inTrades + account.reserved} />
          </dd>
        </div>
        <div>
          <dt>Net result so far</dt>
          <dd>
            <ProfitLoss value={account.realised} />
          </dd>
        </div>
        <div>
          <dt>Net result today</dt>
          <dd>
            <ProfitLoss value={account.realisedToday} />
          </dd>
        </div>
      </Facts>
      <AccountLimitsForm
        key={`${account.paperFunds} ${account.maxDailyLoss} ${account.squareOffAtDailyLoss} ${account.maxOpenTrades} ${account.removedStop}`}
        account={account}
      />
    </SettingsCard>
  )
}
