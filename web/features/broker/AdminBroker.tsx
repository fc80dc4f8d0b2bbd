import { useMutation, useQuery } from '@apollo/client/react'
import { KeyRound, LogIn, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ADMIN_BROKER_MESSAGES } from '../../../schema/brokerMessages.ts'
import { MINUTE } from '../../../schema/time.ts'
import {
  AdminBrokerStatusDocument,
  LoginAdminBrokerDocument,
  RemoveAdminBrokerDocument,
  type AdminBrokerPartsFragment,
} from '../../gql/generated/graphql.ts'
import { UNKNOWN } from '../../lib/formatMoney.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Alert } from '../../ui/Alert.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { useToldChange } from '../../ui/useToldChange.ts'
import { BrokerActions } from './BrokerActions.ts'
import { BrokerFacts } from './BrokerFacts.ts'
import { BrokerParts } from './BrokerParts.ts'

// Loaded on first use.
const AdminBrokerDialog = lazy(() => import('./AdminBrokerDialog.tsx').then((module) => ({ default: module.AdminBrokerDialog })))

/** For admins: the installation's account at the broker, to configure, sign in and remove. */
export function AdminBroker() {
  const { data, error, refetch } = useQuery(AdminBrokerStatusDocument, { pollInterval: MINUTE, skipPollAttempt: () => document.hidden })
  const status = data?.adminBrokerStatus
  return (
    <SettingsCard
      id="admin-broker"
      title="Admin Broker Management"
      text="The installation's own account at the broker. The market data of all users comes through it; it never trades."
      action={status ? <Badge $tone={status.isConnected ? 'good' : 'neutral'}>{stateOf(status)}</Badge> : undefined}
    >
      {error ? <LoadFailure text="Failed to load the admin broker's status" error={error} onRetry={() => void refetch()} /> : null}
      {status ? <Management status={status} /> : error ? null : <Skeleton $height={124} />}
    </SettingsCard>
  )
}

function Management({
  status: { isConnected, isConfigured, lastRefreshed, clientIdEnding, problem },
}: {
  status: AdminBrokerPartsFragment
}) {
  const [logIn] = useMutation(LoginAdminBrokerDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: AdminBrokerStatusDocument, data: { adminBrokerStatus: data.loginAdminBroker } })
    },
  })
  const [remove] = useMutation(RemoveAdminBrokerDocument, {
    update(cache, { data }) {
      if (data) cache.writeQuery({ query: AdminBrokerStatusDocument, data: { adminBrokerStatus: data.removeAdminBroker } })
    },
  })
  const { busy, run } = useToldChange<'login' | 'remove'>()
  const [asking, setAsking] = useState<'credentials' | 'remove' | null>(null)

  const login = async () => {
    await logIn()
    return ADMIN_BROKER_MESSAGES.loggedIn
  }
  const removeAll = async () => {
    await remove()
    return ADMIN_BROKER_MESSAGES.removed
  }

  return (
    <BrokerParts>
      {problem === null ? null : <Alert>{problem}</Alert>}
      <BrokerFacts>
        <div>
          <dt>Client ID</dt>
          <dd>{clientIdEnding === null ? UNKNOWN : `…${clientIdEnding}`}</dd>
        </div>
        <div>
          <dt>Last refreshed</dt>
          <dd>{lastRefreshed === null ? 'Never' : formatDateTime(lastRefreshed)}</dd>
        </div>
      </BrokerFacts>
      {isConnected && !isConfigured ? <p>The sandbox's own account feeds the prices until one is configured here.</p> : null}
      <BrokerActions>
        {isConfigured ? (
          <>
            <Button
              type="button"
              $busy={busy !== null}
              disabled={isConnected}
              onClick={() => void run('login', login, ADMIN_BROKER_MESSAGES.loginFailed)}
            >
              <LogIn size={16} aria-hidden /> {busy === 'login' ? 'Logging in...' : 'Login'}
            </Button>
            <Button $look="danger" type="button" $busy={busy !== null} onClick={() => setAsking('remove')}>
              <Trash2 size={16} aria-hidden /> {busy === 'remove' ? 'Removing...' : 'Remove Credentials'}
            </Button>
          </>
        ) : (
          <Button type="button" onClick={() => setAsking('credentials')}>
            <KeyRound size={16} aria-hidden /> Configure
          </Button>
        )}
      </BrokerActions>
      <Suspense fallback={null}>{asking === 'credentials' ? <AdminBrokerDialog onClose={() => setAsking(null)} /> : null}</Suspense>
      {asking === 'remove' ? (
        <ConfirmDialog
          title="Remove the admin broker's credentials?"
          consequence="The account is signed out, and its client ID, password, TOTP secret and tokens are deleted. The sandbox goes on with its own account; at a real broker, prices stop until another account is configured."
          confirmLabel="Remove Credentials"
          onCancel={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null)
            void run('remove', removeAll, ADMIN_BROKER_MESSAGES.removeFailed)
          }}
        />
      ) : null}
    </BrokerParts>
  )
}

function stateOf({ isConnected, isConfigured }: AdminBrokerPartsFragment): string {
  if (isConnected) return 'Connected'
  return isConfigured ? 'Disconnected' : 'Not configured'
}
