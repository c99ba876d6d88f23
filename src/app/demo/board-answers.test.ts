import { expect, it } from 'vitest'
import { BoardAnswers } from './board-answers.ts'

it('answers as the board stands: rank of the best, how many play, and what was beaten', () => {
  const answers = new BoardAnswers()
  const enter = (userId: string, value: number) => {
    const { scoreId: _, ...answer } = answers.enter('s', 'm', userId, value)
    return answer
  }
  expect(enter('a', 500)).toEqual({ rank: 1, players: 1, personalBest: true, previousBest: null })
  expect(enter('b', 700)).toEqual({ rank: 1, players: 2, personalBest: true, previousBest: null })
  expect(enter('a', 400)).toEqual({ rank: 2, players: 2, personalBest: false, previousBest: 500 })
  expect(enter('a', 700)).toEqual({ rank: 1, players: 2, personalBest: true, previousBest: 500 })
  expect(answers.enter('s', 'other', 'a', 1)).toMatchObject({ rank: 1, players: 1, previousBest: null })
})
