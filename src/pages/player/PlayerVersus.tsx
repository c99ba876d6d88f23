import { useState } from 'react'
import { eventHref } from '#events/ui/event-url.ts'
import * as m from '#messages'
import { errorMessage, useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { usePlayerSearch } from '#players/ui/use-player-search.ts'
import { type Meetings, ratingsVersus, type VersusDoc } from '#ratings/contract/ratings.ts'
import { DataTable } from './DataTable.tsx'

interface Opponent {
  username: string
  displayName: string
}

/** What the reader has played against another player. */
export function PlayerVersus({ ownUsername, opponent }: { ownUsername: string; opponent: Opponent }) {
  return (
    <section className={cx(layout.stack4, layout.minor)} aria-labelledby="versus">
      <h2 id="versus">{m.ratings_versus({ name: opponent.displayName })}</h2>
      <MeetingsWith ownUsername={ownUsername} opponent={opponent} />
    </section>
  )
}

/** The same on the reader's own page, with a field that finds the other player. */
export function OwnVersus({ ownUsername, ownId }: { ownUsername: string; ownId: string }) {
  const [text, setText] = useState('')
  const [opponent, setOpponent] = useState<Opponent | null>(null)
  const { found, loading } = usePlayerSearch(opponent === null ? text : '')
  return (
    <section className={cx(layout.stack4, layout.minor)} aria-labelledby="versus">
      <h2 id="versus">{opponent === null ? m.ratings_versus_others() : m.ratings_versus({ name: opponent.displayName })}</h2>
      <Combobox
        label={m.ui_player()}
        value={text}
        options={found
          .filter(({ userId }) => userId !== ownId)
          .map(({ userId, username, displayName }) => ({
            id: userId,
            name: displayName,
            detail: username === displayName ? undefined : username,
          }))}
        loading={loading}
        onTextChange={typed => {
          setText(typed)
          setOpponent(null)
        }}
        onPick={({ id, name }) => {
          const player = found.find(({ userId }) => userId === id)
          setText(name)
          setOpponent(player ?? null)
        }}
      />
      {opponent !== null && <MeetingsWith ownUsername={ownUsername} opponent={opponent} />}
    </section>
  )
}

function MeetingsWith({ ownUsername, opponent: { username, displayName } }: { ownUsername: string; opponent: Opponent }) {
  const live = useSubscription(ratingsVersus, { username: ownUsername, other: username })
  const versus = useDocuments<VersusDoc, (VersusDoc & { _id: string }) | undefined>(
    'versus',
    documents => documents.find(({ otherUsername }) => otherUsername === username),
    [username],
  )
  if (versus === undefined)
    return (
      <>
        {live.state === 'failed' && (
          <p>
            {m.ratings_versus_failed()} {errorMessage(live.error)}
          </p>
        )}
        {live.state === 'pending' && <Skeleton kind="board-row" count={1} />}
        {live.state === 'ready' && <p className={layout.quiet}>{m.ratings_versus_none({ name: displayName })}</p>}
      </>
    )
  const labels = [
    m.ratings_versus_games(),
    m.ratings_versus_ahead(),
    m.ratings_versus_behind({ name: displayName }),
    m.ratings_versus_level(),
  ]
  const figures = ({ games, ahead, behind, level }: Meetings): string[] => [games, ahead, behind, level].map(plainNumber)
  return (
    <>
      <p className={layout.facts}>
        {figures(versus).map((figure, i) => (
          <span key={labels[i]}>
            {labels[i]} <span className={layout.strong}>{figure}</span>
          </span>
        ))}
      </p>
      {versus.machines.length > 0 && (
        <DataTable
          summary={m.ratings_versus_machines()}
          columns={[m.ui_machine(), ...labels]}
          keys={versus.machines.map(({ machineId }) => machineId)}
          rows={versus.machines.map(machine => [
            <Link key={machine.machineId} href={`/machines/${machine.machineId}`}>
              {machine.name}
            </Link>,
            ...figures(machine),
          ])}
        />
      )}
      <DataTable
        summary={m.ratings_versus_nights()}
        columns={[m.ratings_night(), ...labels]}
        keys={versus.nights.map(({ eventId }) => eventId)}
        rows={versus.nights.map(night => [
          <Link key={night.eventId} href={eventHref(night.eventId)}>
            {night.name}
          </Link>,
          ...figures(night),
        ])}
      />
    </>
  )
}
