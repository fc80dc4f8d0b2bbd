import { useMutation } from '@apollo/client/react'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import {
  AccountActivityDocument,
  EndOtherSessionsDocument,
  EndSessionDocument,
  ProfileDocument,
  type SessionPartsFragment,
} from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { toast } from '../../ui/toast.ts'
import { toastFailure } from '../../ui/toastFailure.ts'
import { describeDevice } from '../../lib/describeDevice.ts'
import { IconList } from './IconList.ts'

/** Where the user is signed in, this device first, and how to end that. */
export function Sessions({ sessions }: { sessions: readonly SessionPartsFragment[] }) {
  const refetchQueries = [ProfileDocument, AccountActivityDocument]
  const [endOne] = useMutation(EndSessionDocument, { refetchQueries, awaitRefetchQueries: true })
  const [endOthers] = useMutation(EndOtherSessionsDocument, { refetchQueries, awaitRefetchQueries: true })
  /** What is being ended: a session's id, or all others. */
  const [ending, setEnding] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const ordered = sessions.toSorted((one, other) => Number(other.current) - Number(one.current))

  async function run(what: string, end: () => Promise<unknown>, done: string) {
    setEnding(what)
    try {
      await end()
      toast.success(done)
    } catch (failure) {
      toastFailure('Failed to sign out', failure)
    } finally {
      setEnding(null)
    }
  }

  return (
    <SettingsCard
      id="sessions"
      title="Sessions"
      text="Devices that are signed in to your account. If you do not recognise one, sign it out and change your password."
      action={
        <Button $look="quiet" type="button" $busy={ending !== null} disabled={sessions.length < 2} onClick={() => setAsking(true)}>
          Sign out all others
        </Button>
      }
    >
      <IconList>
        {ordered.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={ending !== null}
            onEnd={(device) => void run(session.id, () => endOne({ variables: { id: session.id } }), `${device} is signed out.`)}
          />
        ))}
      </IconList>
      {asking ? (
        <ConfirmDialog
          title="Sign out all other devices?"
          consequence="They need your password to sign in again. This device stays signed in."
          confirmLabel="Sign out all others"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void run('others', () => endOthers(), 'All other devices are signed out.')
          }}
        />
      ) : null}
    </SettingsCard>
  )
}

function SessionRow({ session, busy, onEnd }: { session: SessionPartsFragment; busy: boolean; onEnd: (device: string) => void }) {
  const { userAgent, address, createdAt, lastUsedAt, current } = session
  const { name, kind } = describeDevice(userAgent)
  const Icon = kind === 'phone' ? Smartphone : Monitor
  return (
    <li>
      <Icon size={20} aria-hidden />
      <div>
        <strong>{name}</strong>
        {current ? <Badge $tone="accent">This device</Badge> : null}
        <small>
          {current ? 'In use now' : `Last used ${formatDateTime(lastUsedAt)}`} · signed in {formatDateTime(createdAt)} from {address}
        </small>
      </div>
      {current ? null : (
        <Button $look="quiet" type="button" $busy={busy} aria-label={`Sign out ${name}`} onClick={() => onEnd(name)}>
          Sign out
        </Button>
      )}
    </li>
  )
}
