import { useState } from 'react'
import { styled } from 'styled-components'
import { LIMITS } from '../../../../schema/limits.ts'
import type { ManagedUserDetailPartsFragment } from '../../../gql/generated/graphql.ts'
import { useFreshWhile } from '../../../lib/useFreshWhile.ts'
import { Button } from '../../../ui/Button.ts'
import { useToldChange } from '../../../ui/useToldChange.ts'
import { isTyped, STOP_WORD } from '../../../ui/WordField.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { describeOpen } from './describeOpen.ts'
import { NO_SQUARE_OFF, SquareOffChoice } from './SquareOffChoice.tsx'
import { possibleActs, useUserAct, USER_ACTS, type UserAct } from './userActs.ts'

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 16px;
`

interface UserActionsProps {
  user: ManagedUserDetailPartsFragment
  /** What is shown may be behind: something was tried, or a question counts it. */
  onTried: () => void
}

/** What can be done to an account; each asks for a reason. */
export function UserActions({ user, onTried }: UserActionsProps) {
  const [asking, setAsking] = useState<UserAct | null>(null)
  const [squareOff, setSquareOff] = useState(NO_SQUARE_OFF)
  const act = useUserAct(user)
  const { busy, run } = useToldChange<UserAct>()
  useFreshWhile(asking === 'suspend', onTried)
  const offersSquareOff = asking === 'suspend' && user.runningTrades > 0

  async function confirmed(what: UserAct, reason: string, squaresOff: boolean) {
    await run(
      what,
      async () => {
        await act(what, reason, squaresOff)
        return USER_ACTS[what].done
      },
      'Failed to change the account',
    )
    setAsking(null)
    setSquareOff(NO_SQUARE_OFF)
    onTried()
  }

  return (
    <>
      <Row role="group" aria-label="Act on the account">
        {possibleActs(user).map((what) => (
          <Button key={what} $look={what === 'suspend' ? 'danger' : 'quiet'} type="button" onClick={() => setAsking(what)}>
            {USER_ACTS[what].button}
          </Button>
        ))}
      </Row>
      {asking ? (
        <ReasonDialog
          {...{ title: USER_ACTS[asking].title, consequence: USER_ACTS[asking].consequence }}
          confirmLabel={USER_ACTS[asking].button}
          isDangerous={USER_ACTS[asking].isDangerous}
          longest={LIMITS.managedUsers.reason}
          busy={busy !== null}
          isAnswered={!offersSquareOff || !squareOff.isWanted || isTyped(STOP_WORD, squareOff.typed)}
          onConfirm={(reason) => void confirmed(asking, reason, offersSquareOff && squareOff.isWanted)}
          onClose={() => {
            setAsking(null)
            setSquareOff(NO_SQUARE_OFF)
          }}
        >
          {offersSquareOff ? <SquareOffChoice trades={describeOpen(user)} {...{ squareOff, setSquareOff, busy: busy !== null }} /> : null}
        </ReasonDialog>
      ) : null}
    </>
  )
}
