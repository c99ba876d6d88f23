import { type ReactNode, useRef, useState } from 'react'
import type { BracketRules } from '#events/rules/bracket/bracket-rules.ts'
import * as m from '#messages'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import layout from '#platform/ui/styles/layout.module.css'
import type { PlayedGroup } from '../rounds/games-of-group.ts'
import roundStyles from '../rounds/Rounds.module.css'
import type { PlayedRound } from '../rounds/use-rounds.ts'
import type { Entrant } from '../use-event.ts'
import { BracketDrawing } from './BracketDrawing.tsx'
import { drawBracket } from './bracket-columns.ts'

interface BracketPanelProps {
  /** the name of the format */
  title: string
  rules: BracketRules
  /** latest first, with their groups */
  rounds: readonly PlayedRound[]
  entrants: ReadonlyMap<string, Entrant>
  ownEntrantId: string | undefined
  renderCard: (group: PlayedGroup, title: string) => ReactNode
}

/** What is being played, and the whole bracket. A game in it opens what was played. */
export function BracketPanel({ title, rules, rounds, entrants, ownEntrantId, renderCard }: BracketPanelProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const details = useRef<HTMLElement>(null)
  const parts = drawBracket(rules, rounds)
  const drawn = parts.flatMap(({ columns }) => columns.flatMap(({ games }) => games))
  const playing = drawn.filter(({ state }) => state === 'playing')
  const opened = drawn.find(({ id }) => id === openId)
  const open = (id: string): void => {
    setOpenId(id === openId ? null : id)
    // The details come after the drawing, which may be longer than the window.
    requestAnimationFrame(() => details.current?.scrollIntoView({ block: 'nearest' }))
  }
  const openGame = (games: readonly PlayedGroup[]): PlayedGroup[] => {
    const next = games.find(({ state }) => state !== 'confirmed')
    return next === undefined ? [] : [next]
  }
  return (
    <>
      {playing.length > 0 && (
        <section className={layout.stack3} aria-label={m.events_now_playing()}>
          <h2>{m.events_now_playing()}</h2>
          <List className={cx(roundStyles.groups, roundStyles.table)}>
            {playing.flatMap(game => openGame(game.games).map(group => renderCard(group, game.title)))}
          </List>
        </section>
      )}
      <BracketDrawing title={title} parts={parts} entrants={entrants} ownEntrantId={ownEntrantId} openId={openId} onOpen={open} />
      {opened !== undefined && (
        <section ref={details} className={layout.stack3} aria-label={opened.title}>
          <h3>{opened.title}</h3>
          <List className={cx(roundStyles.groups, roundStyles.table)}>{opened.games.map(group => renderCard(group, opened.title))}</List>
        </section>
      )}
    </>
  )
}
