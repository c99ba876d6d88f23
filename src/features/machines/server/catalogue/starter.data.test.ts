import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readOpdbExport } from './opdb.ts'
import { type StarterMachine, starterCatalogue } from './starter.ts'

/** The real data files are stored next to the repository and never copied into it. These tests fail without them. */
const shared = (name: string) => readFileSync(new URL(`../../../../../../shared/data/${name}`, import.meta.url), 'utf8')

const exported = new Map(readOpdbExport(JSON.parse(shared('opdb-export.json'))).machines.map(each => [each.opdbId, each]))
const scored = shared('score-quantiles.csv')
  .trim()
  .split('\n')
  .slice(1)
  .map(line => line.slice(0, line.indexOf(',')))

/** Strips the edition from a name: "Star Wars (Pro)" becomes "star wars". */
const title = (name: string) => name.replace(/ \((?:Pro|Premium|Premium\/LE|Gold|SE)\)$/, '').toLowerCase()
const has = (name: string, manufacturer: string, year: number) =>
  starterCatalogue.filter(each => each.name === name && each.manufacturer === manufacturer && each.year === year).length === 1

/**
 * The machines that the score table means, by the names it uses. Where a name
 * fits several machines, the choice follows from how high the scores are.
 */
const meant: Record<string, [name: string, manufacturer: string, year: number]> = {
  "Batman '66": ['Batman 66', 'Stern', 2016],
  'Attack From Mars': ['Attack from Mars', 'Bally', 1995],
  'Black Knight Sword of Rage': ['Black Knight: Sword of Rage', 'Stern', 2019],
  'Dungeons and Dragons': ["Dungeons & Dragons: The Tyrant's Eye", 'Stern', 2025],
  'Fall of the Empire': ['Star Wars: Fall of the Empire', 'Stern', 2025],
  Godzilla: ['Godzilla', 'Stern', 2021],
  "Guns N' Roses": ["Guns N' Roses", 'Jersey Jack Pinball', 2020],
  'Indiana Jones': ['Indiana Jones: The Pinball Adventure', 'Williams', 1993],
  'Iron Maiden': ['Iron Maiden: Legacy of the Beast', 'Stern', 2018],
  'James Bond': ['James Bond 007', 'Stern', 2022],
  Jaws: ['JAWS', 'Stern', 2024],
  'Jurassic Park': ['Jurassic Park', 'Stern', 2019],
  'King Kong': ['King Kong: Myth of Terror Island', 'Stern', 2025],
  Kiss: ['KISS', 'Stern', 2015],
  'Road Show': ["Red & Ted's Road Show", 'Williams', 1994],
  'Star Trek': ['Star Trek', 'Stern', 2013],
  'Star Wars (2017)': ['Star Wars', 'Stern', 2017],
  'Teenage Mutant Ninja Turtles': ['Teenage Mutant Ninja Turtles', 'Stern', 2020],
  'Terminator 3': ['Terminator 3: Rise of the Machines', 'Stern', 2003],
  'The Getaway': ['The Getaway: High Speed II', 'Williams', 1992],
  Tron: ['Disney TRON: Legacy', 'Stern', 2011],
  'Uncanny X-Men': ['The Uncanny X-Men', 'Stern', 2024],
  'Willy Wonka': ['Willy Wonka & The Chocolate Factory', 'Jersey Jack Pinball', 2019],
}

describe('the starter catalogue', () => {
  it('has at least 120 titles, of every decade from the 1950s', () => {
    expect(starterCatalogue.length).toBeGreaterThanOrEqual(120)
    const decades = new Set(starterCatalogue.map(each => Math.floor(each.year / 10) * 10))
    expect([...decades]).toEqual(expect.arrayContaining([1950, 1960, 1970, 1980, 1990, 2000, 2010, 2020]))
  })

  it('has no duplicates by id, nor by name, manufacturer and year', () => {
    const keys = (key: (machine: StarterMachine) => unknown) => new Set(starterCatalogue.map(key)).size
    expect(keys(each => each.opdbId ?? each)).toBe(starterCatalogue.length)
    expect(keys(each => each.ipdbId ?? each)).toBe(starterCatalogue.length)
    expect(keys(each => `${each.name}|${each.manufacturer}|${each.year}`)).toBe(starterCatalogue.length)
  })

  it.each(starterCatalogue)('agrees with the export on $name ($manufacturer $year)', machine => {
    const found = exported.get(machine.opdbId ?? '')
    expect(found).toBeDefined()
    expect(title(found?.name ?? '')).toBe(machine.name.toLowerCase())
    expect(found).toMatchObject({
      manufacturer: machine.manufacturer,
      year: machine.year,
      type: machine.type,
      display: machine.display,
      playerCount: machine.playerCount,
      ipdbId: machine.ipdbId ?? null,
    })
  })

  it.each(scored)('has %s of the score table', name => {
    const [title, manufacturer, year] = meant[name] ?? [name]
    if (manufacturer !== undefined && year !== undefined) expect(has(title, manufacturer, year)).toBe(true)
    else expect(starterCatalogue.filter(each => each.name === title).length).toBe(1)
  })
})
