/** The brightness of each pixel of RGBA data, 0 to 255. */
export function lumaOf(pixels: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from({ length: pixels.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(4 * pixel, 4 * pixel + 3);
    return (3 * red + 6 * green + blue) / 10;
  });
}
