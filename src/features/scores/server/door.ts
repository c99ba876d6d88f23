import { SCORE_FEED } from './news.ts'

export { SCORE_FEED }
