import { useApolloClient, useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { AccessTokens } from '../features/account/AccessTokens.tsx'
import { AccountActivity } from '../features/account/AccountActivity.tsx'
import { AccountLimits } from '../features/account/AccountLimits.tsx'
import { OwnData } from '../features/account/OwnData.tsx'
import { Sessions } from '../features/account/Sessions.tsx'
import { TwoFactor } from '../features/account/TwoFactor.tsx'
import { ChangePasswordDialog } from '../features/auth/ChangePasswordDialog.tsx'
import { BrokerConnection } from '../features/broker/BrokerConnection.tsx'
import { useBrokerStatus } from '../features/broker/useBrokerStatus.ts'
import { NotificationSettings } from '../features/notifications/NotificationSettings.tsx'
import { AccountOverview } from '../features/profile/AccountOverview.tsx'
import { ProfileActions } from '../features/profile/ProfileActions.tsx'
import { ProfileCard } from '../features/profile/ProfileCard.tsx'
import { SubscribedStrategies } from '../features/profile/SubscribedStrategies.tsx'
import { ProfileDocument } from '../gql/generated/graphql.ts'
import { useMayTrade } from '../lib/session/useMayTrade.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { LogoutButton } from '../ui/LogoutButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Skeleton } from '../ui/Skeleton.ts'

/** The sections, with the overview and the actions beside them on desktops, elsewhere after the profile itself. */
const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: 12px;

  & > div {
    display: grid;
    gap: 12px;
    min-width: 0;
  }

  @media (min-width: 80rem) {
    grid-template-columns: minmax(0, 1fr) 18rem;

    & > .side {
      position: sticky;
      top: 60px;
      grid-area: 1 / 2 / span 2;
    }
  }
`

/** The user's own account: identity, security, limits, and stored data. */
export default function ProfileScreen() {
  const client = useApolloClient()
  const { data, error, refetch } = useQuery(ProfileDocument)
  const broker = useBrokerStatus()
  const mayTrade = useMayTrade()
  const [editing, setEditing] = useState(false)
  const [changingPassword, setChangingPassword] = useState(false)
  const { hash, key } = useLocation()
  const loaded = data !== undefined

  // The link's target is not rendered yet when the browser would follow it.
  useEffect(() => {
    if (!loaded || hash === '') return
    const section = document.getElementById(hash.slice(1))
    section?.scrollIntoView()
    section?.focus({ preventScroll: true })
  }, [loaded, hash, key])

  return (
    <>
      <PageHeader title="Profile Settings" subtitle="Your account, security and limits.">
        <LogoutButton />
      </PageHeader>
      {error ? <LoadFailure text="Failed to fetch user data" error={error} onRetry={() => void refetch()} /> : null}
      {data ? (
        <Columns>
          <ProfileCard user={data.me} editing={editing} onEditing={setEditing} />
          <div className="side">
            <AccountOverview {...data} brokerConnected={broker.status?.isConnected ?? null} />
            <ProfileActions
              onEdit={() => {
                setEditing(true)
                window.scrollTo({ top: 0 })
              }}
              onChangePassword={() => setChangingPassword(true)}
            />
          </div>
          <div>
            <SubscribedStrategies strategies={data.myStrategies} />
            <BrokerConnection check={broker} />
            {mayTrade ? <AccountLimits account={data.account} /> : null}
            <NotificationSettings />
            <TwoFactor on={data.me.twoFactor} emailVerified={data.me.emailVerified} />
            <Sessions sessions={data.mySessions} />
            <AccessTokens />
            <OwnData email={data.me.email} />
            <AccountActivity />
          </div>
        </Columns>
      ) : error ? null : (
        // Not the element that shows the data: one that keeps its place in the page would be seen to move.
        <Columns key="loading">
          <Skeleton $height={304} />
          <div className="side">
            <Skeleton $height={172} />
            <Skeleton $height={214} />
          </div>
          <div>
            <Skeleton $height={180} />
            <Skeleton $height={312} />
          </div>
        </Columns>
      )}
      {changingPassword ? (
        <ChangePasswordDialog
          onChanged={() => void client.refetchQueries({ include: 'active' })}
          onClose={() => setChangingPassword(false)}
        />
      ) : null}
    </>
  )
}
