import { speak } from '../../../src/platform/ui/locale.ts'

speak('en')

export { shrinkPicture } from '../../../src/features/uploads/ui/parts/shrink.ts'
