/**
 * A field that is left by a press elsewhere takes its text when the pointer is up again: a form that moves meanwhile, since an
 * error goes or comes, would move the pressed button from under the pointer, and the click would be lost.
 */
const waiting: (() => void)[] = []
let isDown = false

function release() {
  isDown = false
  for (const work of waiting.splice(0)) work()
}

addEventListener('pointerdown', ({ button }) => (isDown = button === 0), true)
// A release outside of the window may never be told: the next key is one.
for (const name of ['pointerup', 'pointercancel', 'keydown']) addEventListener(name, release, true)

/** Does it now, or before the click of the press that goes on. */
export function afterPress(work: () => void): void {
  if (isDown) waiting.push(work)
  else work()
}
