import { type ReactNode, useState } from 'react'
import { eventsSetSeeds } from '#events/contract/entrants.ts'
import { SEED_SOURCES, type SeedSourceName } from '#events/rules/draw-options.ts'
import { MAX_GROUP } from '#events/rules/rounds.ts'
import type { ShownEvent } from '#events/ui/types.ts'
import type { Entrant } from '#events/ui/use-event.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { useAnnounce } from '../action-area.tsx'
import { EarlierEventSelect } from './EarlierEventSelect.tsx'
import { RankFields } from './RankFields.tsx'
import { SeedOrder } from './SeedOrder.tsx'
import { bySeed, mergeOrder, parseRank } from './seeds.ts'

interface SeedsDialogProps {
  event: ShownEvent
  entrants: readonly Entrant[]
  onClose: () => void
}

/** Dialog in which the director seeds the players in the way that the event asks for. */
export function SeedsDialog(props: SeedsDialogProps) {
  const { seeding } = props.event
  if (seeding === 'ifpa') return <IfpaRanks {...props} />
  if (seeding === 'previous') return <EarlierRanks {...props} />
  const source = SEED_SOURCES.find(name => name === seeding)
  return source === undefined ? <Order {...props} /> : <SourceRanks {...props} source={source} />
}

/** Returns a function that saves seeds by entrant. */
function useSaveSeeds(eventId: string): (seeds: readonly { entrantId: string; seed: number | null }[]) => Promise<void> {
  const setSeeds = useMethod(eventsSetSeeds)
  return async seeds => {
    for (let from = 0; from < seeds.length; from += MAX_GROUP) await setSeeds({ eventId, seeds: seeds.slice(from, from + MAX_GROUP) })
  }
}

function Order({ event, entrants, onClose }: SeedsDialogProps) {
  const save = useSaveSeeds(event._id)
  const announce = useAnnounce()
  const seeded = bySeed(entrants)
  const [order, setOrder] = useState(() => seeded.map(({ _id }) => _id))
  const shown = mergeOrder(
    order,
    seeded.map(({ _id }) => _id),
  )
  const { busy, error, start } = useAsyncAction(async () => {
    await save(shown.map((entrantId, i) => ({ entrantId, seed: i + 1 })))
    announce(m.events_seeds_saved())
    onClose()
  })
  return (
    <SeedsFrame busy={busy} error={error} isDirty={shown.some((id, i) => id !== seeded[i]?._id)} onSave={start} onClose={onClose}>
      <p>{m.events_seeds_words_manual()}</p>
      <SeedOrder order={shown} entrants={entrants} onChange={setOrder} />
    </SeedsFrame>
  )
}

function IfpaRanks({ event, entrants, onClose }: SeedsDialogProps) {
  const save = useSaveSeeds(event._id)
  const announce = useAnnounce()
  /** what was typed, by entrant */
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const getText = ({ _id, seed }: Entrant): string => typed.get(_id) ?? (seed === undefined ? '' : String(seed))
  const ranks = entrants.map(entrant => ({ entrantId: entrant._id, seed: parseRank(getText(entrant)) }))
  const { busy, error, start } = useAsyncAction(async () => {
    await save(ranks.map(({ entrantId, seed = null }) => ({ entrantId, seed })))
    announce(m.events_seeds_saved())
    onClose()
  })
  return (
    <SeedsFrame busy={busy} error={error} disabled={ranks.some(({ seed }) => seed === undefined)} onSave={start} onClose={onClose}>
      <p>{m.events_seeds_words_ifpa()}</p>
      <RankFields entrants={entrants} getText={getText} onChange={changed => setTyped(new Map([...typed, ...changed]))} />
    </SeedsFrame>
  )
}

function EarlierRanks({ event, entrants, onClose }: SeedsDialogProps) {
  return (
    <Dialog open title={m.events_seeds_title()} isDirty={false} onClose={onClose}>
      <p>{m.events_seeds_words_previous()}</p>
      <EarlierEventSelect event={event}>
        {earlierId => <TakeRanks seeds={{ eventId: event._id, previous: earlierId }} />}
      </EarlierEventSelect>
      {entrants.some(({ seed }) => seed !== undefined) && <SeedOrder order={bySeed(entrants).map(({ _id }) => _id)} entrants={entrants} />}
    </Dialog>
  )
}

/** The ranks are those of the moment at which they are taken, and stay as they are afterwards. */
function SourceRanks({ event, entrants, source, onClose }: SeedsDialogProps & { source: SeedSourceName }) {
  return (
    <Dialog open title={m.events_seeds_title()} isDirty={false} onClose={onClose}>
      <p>{source === 'series' ? m.events_seeds_words_series() : m.events_seeds_words_rating()}</p>
      <TakeRanks seeds={{ eventId: event._id, from: source }} />
      {entrants.some(({ seed }) => seed !== undefined) && <SeedOrder order={bySeed(entrants).map(({ _id }) => _id)} entrants={entrants} />}
    </Dialog>
  )
}

function TakeRanks({ seeds }: { seeds: { eventId: string; previous: string } | { eventId: string; from: SeedSourceName } }) {
  const setSeeds = useMethod(eventsSetSeeds)
  const announce = useAnnounce()
  const { busy, error, start } = useAsyncAction(async () => {
    await setSeeds(seeds)
    announce(m.events_seeds_saved())
  })
  return (
    <>
      <Button kind="primary" busy={busy} onClick={start}>
        {m.events_seeds_take()}
      </Button>
      <FormError message={error} />
    </>
  )
}

interface SeedsFrameProps {
  busy: boolean
  error: string | null
  disabled?: boolean
  isDirty?: boolean
  onSave: () => void
  onClose: () => void
  children: ReactNode
}

function SeedsFrame({ busy, error, disabled = false, isDirty, onSave, onClose, children }: SeedsFrameProps) {
  return (
    <Dialog
      open
      title={m.events_seeds_title()}
      isDirty={isDirty}
      onClose={onClose}
      actions={
        <Button kind="primary" busy={busy} disabled={disabled} onClick={onSave}>
          {m.events_seeds_save()}
        </Button>
      }
    >
      {children}
      <FormError message={error} />
    </Dialog>
  )
}
