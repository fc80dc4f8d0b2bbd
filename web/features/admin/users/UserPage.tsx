import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { ManagedUserDocument, type ManagedUserDetailPartsFragment } from '../../../gql/generated/graphql.ts'
import { useBrokerName } from '../../../gql/useBrokerName.ts'
import { describeDevice } from '../../../lib/describeDevice.ts'
import { formatCount, formatRupees } from '../../../lib/formatMoney.ts'
import { formatDate, formatDateTime } from '../../../lib/formatTime.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { ModeBadge } from '../../../ui/ModeBadge.tsx'
import { ProfitLoss } from '../../../ui/ProfitLoss.tsx'
import { SettingsCard } from '../../../ui/SettingsCard.tsx'
import { Skeleton } from '../../../ui/Skeleton.ts'
import { AdminFacts } from '../AdminFacts.ts'
import { AdminTable } from '../AdminTable.ts'
import { AccountStop } from './AccountStop.tsx'
import { UserActions } from './UserActions.tsx'
import { describeOpen } from './describeOpen.ts'
import { UserState } from './UserState.tsx'

const Cards = styled.div`
  display: grid;
  gap: 12px;
`

const STATUSES = {
  RUNNING: 'Running',
  TARGET_HIT: 'Target hit',
  STOPLOSS_HIT: 'Stop loss hit',
  COMPLETED: 'Completed',
} as const satisfies Record<ManagedUserDetailPartsFragment['trades'][number]['status'], string>

/** One account: what it is, has and does, and what can be done to it. */
export function UserPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(ManagedUserDocument, { variables: { id }, fetchPolicy: 'cache-and-network' })
  const user = data?.managedUser
  return (
    <Cards>
      {error ? <LoadFailure text="Failed to load the account" error={error} onRetry={() => void refetch()} /> : null}
      {user ? <UserCards user={user} onTried={() => void refetch()} /> : error ? null : <Skeleton $height={640} />}
    </Cards>
  )
}

function UserCards({ user, onTried }: { user: ManagedUserDetailPartsFragment; onTried: () => void }) {
  const { name, email, pendingEmail, twoFactor, createdAt, suspendedAt, lastSeenAt, brokerCredentials } = user
  const brokerName = useBrokerName(brokerCredentials.brokerName)
  return (
    <>
      <SettingsCard id="account" title={name} text={email} action={<UserState user={user} />}>
        <AdminFacts>
          <dt>Joined</dt>
          <dd>{formatDate(createdAt)}</dd>
          <dt>Last seen</dt>
          <dd>{lastSeenAt === null ? 'Never' : formatDateTime(lastSeenAt)}</dd>
          <dt>Two-factor sign-in</dt>
          <dd>{twoFactor ? 'On' : 'Off'}</dd>
          {pendingEmail === null ? null : (
            <>
              <dt>New email, not confirmed</dt>
              <dd>{pendingEmail}</dd>
            </>
          )}
          {suspendedAt === null ? null : (
            <>
              <dt>Suspended since</dt>
              <dd>{formatDateTime(suspendedAt)}</dd>
            </>
          )}
          <dt>Broker</dt>
          <dd>{brokerCredentials.isConnected ? `Connected (${brokerName})` : 'Not connected'}</dd>
        </AdminFacts>
        <UserActions user={user} onTried={onTried} />
      </SettingsCard>
      <AccountStop user={user} onTried={onTried} />
      <Limits user={user} />
      <Sessions user={user} />
      <Subscriptions user={user} />
      <Trades user={user} />
      <Acts user={user} />
    </>
  )
}

interface Part {
  user: ManagedUserDetailPartsFragment
}

function Limits({ user: { paperFunds, maxDailyLoss, squareOffAtDailyLoss, maxOpenTrades } }: Part) {
  return (
    <SettingsCard id="limits" title="Limits" text="Set by the account owner.">
      <AdminFacts>
        <dt>Paper funds</dt>
        <dd>{formatRupees(paperFunds)}</dd>
        <dt>Daily loss limit</dt>
        <dd>
          {maxDailyLoss === null
            ? 'None'
            : `${formatRupees(maxDailyLoss)}${squareOffAtDailyLoss ? ', then open trades are squared off' : ''}`}
        </dd>
        <dt>Maximum open trades</dt>
        <dd>{formatCount(maxOpenTrades)}</dd>
      </AdminFacts>
    </SettingsCard>
  )
}

function Sessions({ user: { sessions } }: Part) {
  return (
    <SettingsCard id="sessions" title="Sessions" text={sessions.length === 0 ? 'No active sessions.' : 'Devices that are signed in.'}>
      {sessions.length === 0 ? null : (
        <AdminTable>
          <thead>
            <tr>
              <th scope="col">Device</th>
              <th scope="col">From</th>
              <th scope="col">Signed in</th>
              <th scope="col">Last used</th>
            </tr>
          </thead>
          <tbody>
            {sessions.map(({ id, userAgent, address, createdAt, lastUsedAt }) => (
              <tr key={id}>
                <th scope="row">{describeDevice(userAgent).name}</th>
                <td data-label="From">{address}</td>
                <td data-label="Signed in">{formatDateTime(createdAt)}</td>
                <td data-label="Last used">{formatDateTime(lastUsedAt)}</td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
    </SettingsCard>
  )
}

function Subscriptions({ user: { subscriptions } }: Part) {
  return (
    <SettingsCard
      id="subscriptions"
      title="Subscriptions"
      text={subscriptions.length === 0 ? 'No subscriptions.' : 'Subscribed strategies.'}
    >
      {subscriptions.length === 0 ? null : (
        <AdminTable>
          <thead>
            <tr>
              <th scope="col">Strategy</th>
              <th scope="col">Mode</th>
              <th scope="col">Version</th>
              <th scope="col">Lots</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {subscriptions.map(({ id, strategy, mode, version, lots, isActive }) => (
              <tr key={id}>
                <th scope="row">{strategy}</th>
                <td>
                  <ModeBadge mode={mode} />
                </td>
                <td data-label="Version">{version}</td>
                <td data-label="Lots">{lots ?? 'Strategy default'}</td>
                <td>{isActive ? 'Active' : 'Inactive'}</td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
    </SettingsCard>
  )
}

function Trades({ user }: Part) {
  const { runningTrades, closedTrades, trades } = user
  return (
    <SettingsCard
      id="trades"
      title="Trades"
      text={`Open: ${describeOpen(user)}. Closed: ${formatCount(closedTrades)}.${trades.length < runningTrades + closedTrades ? ` The latest ${trades.length}:` : ''}${runningTrades > 0 ? ' Net of open trades is at their last prices.' : ''}`}
    >
      {trades.length === 0 ? null : (
        <AdminTable>
          <thead>
            <tr>
              <th scope="col">Option</th>
              <th scope="col">Strategy</th>
              <th scope="col">Mode</th>
              <th scope="col">Entry</th>
              <th scope="col">Status</th>
              <th scope="col">Net P&L</th>
            </tr>
          </thead>
          <tbody>
            {trades.map(({ id, option, strategy, mode, entryTime, status, netProfitLossRs }) => (
              <tr key={id}>
                <th scope="row">{option}</th>
                <td>{strategy}</td>
                <td>
                  <ModeBadge mode={mode} />
                </td>
                <td data-label="Entry">{formatDateTime(entryTime)}</td>
                <td>{STATUSES[status]}</td>
                <td>
                  <ProfitLoss value={netProfitLossRs} />
                </td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
    </SettingsCard>
  )
}

function Acts({ user: { acts } }: Part) {
  return (
    <SettingsCard
      id="acts"
      title="Admin actions"
      text={acts.length === 0 ? 'No admin has changed this account.' : 'The latest first, with the reasons given. Times in IST.'}
    >
      {acts.length === 0 ? null : (
        <AdminTable>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">By</th>
              <th scope="col">Reason</th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {acts.map(({ sequence, at, text, by, reason }) => (
              <tr key={sequence}>
                <th scope="row">{text}</th>
                <td data-label="By">{by}</td>
                <td data-label="Reason">{reason ?? 'No reason given'}</td>
                <td>{formatDateTime(at)}</td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
    </SettingsCard>
  )
}
