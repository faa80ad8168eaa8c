// The picture of the pool's memory: a pixel per slot.

// The bytes of `slots.rs`. All from NEWEST on are live, the larger the older.
const FRESH = 0, FREE = 1, WAITING = 2, NEWEST = 3;

const rgb = (red, green, blue) => (255 << 24) | (blue << 16) | (green << 8) | red;

/** From new to old. */
const AGES = [[255, 243, 196], [255, 190, 84], [240, 110, 50], [165, 50, 85], [70, 22, 72]];

function colours() {
  const all = new Uint32Array(256);
  all[FRESH] = rgb(16, 20, 29);
  all[FREE] = rgb(61, 73, 96);
  all[WAITING] = rgb(47, 181, 216);
  for (let byte = NEWEST; byte < 256; byte++) {
    const at = Math.min(3.999, Math.sqrt((byte - NEWEST) / (255 - NEWEST)) * 4);
    const [from, to, part] = [AGES[Math.floor(at)], AGES[Math.floor(at) + 1], at % 1];
    all[byte] = rgb(...from.map((value, i) => Math.round(value + (to[i] - value) * part)));
  }
  return all;
}

export function makeMemory(canvas, spot) {
  const context = canvas.getContext("2d");
  const palette = colours();
  let image, pixels;

  return {
    hold(slots) {
      canvas.width = Math.ceil(Math.sqrt(slots * 1.5));
      canvas.height = Math.ceil(slots / canvas.width);
      image = context.createImageData(canvas.width, canvas.height);
      pixels = new Uint32Array(image.data.buffer);
      canvas.style.aspectRatio = `${canvas.width} / ${canvas.height}`;
      spot.hidden = true;
    },

    /** Draws, and counts the slots of each kind. */
    draw(picture) {
      const counts = new Uint32Array(256);
      for (let slot = 0; slot < picture.length; slot++) {
        const byte = picture[slot];
        counts[byte]++;
        pixels[slot] = palette[byte];
      }
      context.putImageData(image, 0, 0);
      const [fresh, free, waiting] = counts;
      return { fresh, free, waiting, live: picture.length - fresh - free - waiting };
    },

    /** Shows where a slot is. */
    mark(slot) {
      const [x, y] = [slot % canvas.width, Math.floor(slot / canvas.width)];
      spot.style.left = `${((x + 0.5) / canvas.width) * 100}%`;
      spot.style.top = `${((y + 0.5) / canvas.height) * 100}%`;
      spot.hidden = false;
    },
  };
}
