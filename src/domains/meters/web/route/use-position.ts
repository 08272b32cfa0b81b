/** The place of the phone, as long as the page is open: its newest position, if it is not old. */
import { useEffect, useRef, useState } from 'react';
import type { Visit } from '../../visits/visit.rules.ts';

type Place = NonNullable<Visit['place']>;
/** Who walks on is at another house by then. */
const FRESH_MS = 60_000;

export function usePosition() {
  const [accuracyM, setAccuracy] = useState<number | null>(null);
  const latest = useRef<{ place: Place; at: number } | null>(null);
  useEffect(() => {
    if (!('geolocation' in navigator)) return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        const { latitude, longitude } = coords;
        const accuracy = Math.round(coords.accuracy);
        latest.current = { place: { latitude, longitude, accuracyM: accuracy }, at: Date.now() };
        setAccuracy(accuracy);
      },
      () => setAccuracy(null),
      { enableHighAccuracy: true, maximumAge: 5000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, []);
  return {
    accuracyM,
    now: (): Place | null =>
      latest.current && Date.now() - latest.current.at < FRESH_MS ? latest.current.place : null,
  };
}
