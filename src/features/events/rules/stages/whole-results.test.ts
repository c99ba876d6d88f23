import { describe, expect, it } from 'vitest'
import type { EventGrade } from '../tgp/grade-event.ts'
import { gradeStages, type StageResults, wholePlaces } from './whole-results.ts'

/** A stage whose players are ranked as listed; equal ranks where a number is given twice. */
function stageOf(names: readonly string[], ranks: readonly number[], grade: Partial<EventGrade> = {}): StageResults {
  const entrants = names.map((displayName, i) => ({ id: `${names.length}-${i}`, displayName }))
  const played = entrants.map(({ id: entrantId }) => ({ entrantId, games: 1 }))
  const ifpa: EventGrade = { rules: 'IFPA', percent: 0, games: 0, played, warnings: [], ...grade }
  return { entrants, standings: entrants.map(({ id: entrantId }, i) => ({ rank: ranks[i]!, entrantId, points: 0 })), ifpa }
}

const TEN = ['Ada', 'Ben', 'Cy', 'Dee', 'Eve', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jo']
const FIELD = stageOf(TEN, [1, 2, 3, 4, 5, 6, 6, 8, 9, 10], { games: 10 })

describe('wholePlaces', () => {
  it('has those of the A final first, then those of the B final, then the others as the qualifying has them', () => {
    const places = wholePlaces(FIELD, [stageOf(['Cy', 'Ada', 'Ben'], [1, 2, 3]), stageOf(['Eve', 'Dee'], [1, 1])])
    const shown = places.map(({ entrantId, rank }) => `${rank} ${FIELD.entrants.find(({ id }) => id === entrantId)!.displayName}`)
    expect(shown).toEqual(['1 Cy', '2 Ada', '3 Ben', '4 Eve', '4 Dee', '6 Finn', '6 Gus', '8 Hana', '9 Ivo', '10 Jo'])
  })

  it('leaves out who has not played, and who came to the finals alone', () => {
    const field = stageOf(['Ada', 'Ben', 'Cy'], [1, 2, 3])
    field.ifpa!.played[2]!.games = 0
    expect(wholePlaces(field, [stageOf(['Ben', 'Zoe'], [2, 1])]).map(({ rank }) => rank)).toEqual([1, 2])
  })

  it('knows a finalist by the entry in the qualifying, whatever the name has become', () => {
    const final = stageOf(['Adelheid', 'Ben'], [1, 2])
    final.entrants[0]!.qualifiedAs = '10-0'
    expect(wholePlaces(FIELD, [final]).slice(0, 3)).toEqual([
      { entrantId: '10-0', rank: 1 },
      { entrantId: '10-1', rank: 2 },
      { entrantId: '10-2', rank: 3 },
    ])
  })

  it('tells guests of one name apart by their places', () => {
    const field = stageOf(['Sam', 'Ada', 'Sam'], [1, 2, 3])
    expect(wholePlaces(field, [stageOf(['Ada', 'Sam'], [1, 2])]).map(({ entrantId }) => entrantId)).toEqual(['3-1', '3-0', '3-2'])
  })
})

describe('gradeStages', () => {
  /** Each game is worth 4 %. */
  const grade = (qualifying: StageResults, finals: readonly StageResults[]) =>
    gradeStages(qualifying, finals, ({ ifpa }) => (ifpa!.games === null ? null : 4 * ifpa!.games))
  const final = (count: number, games: number) => stageOf(TEN.slice(0, count), [1, 2, 3, 4, 5, 6, 7, 8].slice(0, count), { games })

  it('adds the games of both, up to 200 % where a tenth or more have gone on', () => {
    expect(grade(FIELD, [final(4, 12)])).toMatchObject({ percent: 88, games: 22, stages: { qualifying: 40, finals: 48, most: 200 } })
    expect(grade({ ...FIELD, ifpa: { ...FIELD.ifpa!, games: 40 } }, [final(4, 12)]).percent).toBe(200)
    const thirty = Array.from({ length: 30 }, (_, i) => `P${i}`)
    const large = stageOf(
      thirty,
      thirty.map((_, i) => i + 1),
      { games: 20 },
    )
    expect(grade(large, [stageOf(['P0', 'P1'], [1, 2], { games: 12 })])).toMatchObject({ percent: 100, stages: { most: 100 } })
  })

  it('does not count a qualifying that has taken out less than half, and knows nothing where a part is not known', () => {
    expect(grade(FIELD, [final(6, 12)])).toMatchObject({ percent: 48, games: 12, stages: { qualifying: 0 } })
    expect(grade(FIELD, [{ ...final(4, 12), ifpa: { ...FIELD.ifpa!, games: null } }])).toMatchObject({ percent: null, games: null })
  })

  it('asks for finals no more, and keeps other warnings once', () => {
    const warned = { ...FIELD, ifpa: { ...FIELD.ifpa!, warnings: [{ kind: 'needs-finals' as const }, { kind: 'byes' as const }] } }
    expect(grade(warned, [{ ...final(4, 12), ifpa: { ...final(4, 12).ifpa!, warnings: [{ kind: 'byes' }] } }]).warnings).toEqual([
      { kind: 'byes' },
    ])
  })
})
