import { useMutation, useQuery } from '@apollo/client/react'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { LIMITS } from '../../../schema/limits.ts'
import {
  AccessTokensDocument,
  AccountActivityDocument,
  RevokeAccessTokenDocument,
  type AccessTokenPartsFragment,
  type NewAccessTokenPartsFragment,
} from '../../gql/generated/graphql.ts'
import { formatDate, formatDateTime } from '../../lib/formatTime.ts'
import { useAuthStore } from '../../lib/session/useAuthStore.ts'
import { Badge } from '../../ui/Badge.ts'
import { Button } from '../../ui/Button.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { useToldChange } from '../../ui/useToldChange.ts'
import { AccessTokenDialog } from './AccessTokenDialog.tsx'
import { IconList } from './IconList.ts'
import { SCOPE_TEXTS } from './scopeTexts.ts'
import { TokenTextDialog } from './TokenTextDialog.tsx'

const Nothing = styled.p`
  color: var(--muted);
  font-size: var(--text-sm);
`

/** The user's personal access tokens: what each may read, how to make one and how to end it. */
export function AccessTokens() {
  const role = useAuthStore(({ user }) => user?.role ?? 'user')
  const { data, error, refetch } = useQuery(AccessTokensDocument)
  const [revoke] = useMutation(RevokeAccessTokenDocument, {
    refetchQueries: [AccessTokensDocument, AccountActivityDocument],
    awaitRefetchQueries: true,
  })
  const { busy, run } = useToldChange()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<NewAccessTokenPartsFragment | null>(null)
  const [asking, setAsking] = useState<AccessTokenPartsFragment | null>(null)
  const tokens = data?.accessTokens
  const living = tokens?.filter(({ expired }) => !expired).length ?? 0
  const isFull = living >= LIMITS.accessTokens.most

  return (
    <SettingsCard
      id="access-tokens"
      title="Access tokens"
      text="A token lets a script or a spreadsheet read what you choose. It can never change, trade or delete anything."
      action={
        <Button $look="quiet" type="button" disabled={!tokens || isFull} onClick={() => setMaking(true)}>
          New token
        </Button>
      }
    >
      {error && !tokens ? <LoadFailure text="Failed to load the access tokens" error={error} onRetry={() => void refetch()} /> : null}
      {tokens || error ? null : <Skeleton $height={64} />}
      {tokens?.length === 0 ? <Nothing>You have no access tokens.</Nothing> : null}
      {isFull ? <Nothing>You have {living} tokens, the maximum. Revoke one to create another.</Nothing> : null}
      {tokens && tokens.length > 0 ? (
        <IconList>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} busy={busy !== null} onRevoke={() => setAsking(token)} />
          ))}
        </IconList>
      ) : null}
      {making ? (
        <AccessTokenDialog
          role={role}
          onMade={(token) => {
            setMaking(false)
            setMade(token)
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {made ? <TokenTextDialog made={made} onClose={() => setMade(null)} /> : null}
      {asking ? (
        <ConfirmDialog
          title={`Revoke ${asking.name}?`}
          consequence="Anything that uses it loses access at once. This cannot be undone."
          confirmLabel="Revoke"
          onCancel={() => setAsking(null)}
          onConfirm={() => {
            const { id, name } = asking
            setAsking(null)
            const change = async () => {
              await revoke({ variables: { id } })
              return `${name} is revoked.`
            }
            void run(id, change, 'Failed to revoke the token')
          }}
        />
      ) : null}
    </SettingsCard>
  )
}

function TokenRow({ token, busy, onRevoke }: { token: AccessTokenPartsFragment; busy: boolean; onRevoke: () => void }) {
  const { name, scopes, hint, createdAt, expiresAt, lastUsedAt, expired } = token
  return (
    <li>
      <KeyRound size={20} aria-hidden />
      <div>
        <strong>{name}</strong>
        {expired ? <Badge $tone="warning">Expired</Badge> : null}
        <small>{scopes.map((scope) => SCOPE_TEXTS[scope].name).join(', ')}</small>
        <small>
          …{hint} · created {formatDate(createdAt)} · {expired ? 'expired' : 'expires'} {formatDate(expiresAt)} ·{' '}
          {lastUsedAt === null ? 'never used' : `last used ${formatDateTime(lastUsedAt)}`}
        </small>
      </div>
      <Button $look="quiet" type="button" $busy={busy} aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
