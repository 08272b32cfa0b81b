/**
 * The look as a Mantine theme: ramps, type, density. Consumers read 16 px, staff 14 px; Bengali is a
 * tenth larger with more line height.
 */
import './styles.ts';
import { type CSSVariablesResolver, createTheme, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useProfile, whoIs } from '../session/session.ts';
import { type Language, useLanguage } from '../texts/texts.ts';
import { aqua, brand, colourVariables, dark, grey } from './colours.ts';

const LATIN = "Inter, 'Inter until it comes', Taka, 'Noto Sans Bengali', system-ui, sans-serif";
/** A householder's few Latin letters are in the phone's own face: no second file for them. */
const BENGALI = "'Noto Sans Bengali', system-ui, sans-serif";
const BENGALI_OF_STAFF = "'Noto Sans Bengali', Inter, 'Inter until it comes', system-ui, sans-serif";

/** What a thumb hits. */
const THUMB_PX = 44;

/** Pixels at a root size of 16, as rem. */
const rem = (pixels: number) => `${pixels / 16}rem`;

function themeFor(language: Language, roomy: boolean) {
  const factor = (language === 'bn' ? 1.1 : 1) * (roomy ? 16 / 14 : 1);
  const size = (pixels: number) => rem(Math.round(pixels * factor * 10) / 10);
  const bengali = roomy ? BENGALI : BENGALI_OF_STAFF;
  const fontFamily = language === 'bn' ? bengali : LATIN;
  const lineHeight = language === 'bn' ? '1.65' : '1.5';
  const control = { size: roomy ? 'md' : 'sm' };
  const thumb = roomy ? { minHeight: THUMB_PX, minWidth: THUMB_PX } : {};
  return createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    colors: { brand, aqua, gray: grey, dark },
    fontFamily,
    headings: {
      fontFamily,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: rem(language === 'bn' ? 22 : 20), lineHeight: '1.35' },
        h2: { fontSize: rem(language === 'bn' ? 17.6 : 16), lineHeight: '1.4' },
        h3: { fontSize: size(14), lineHeight: '1.45' },
      },
    },
    fontSizes: { xs: size(12), row: size(13), sm: size(14), md: size(14), lg: size(16), xl: size(20) },
    lineHeights: { xs: lineHeight, sm: lineHeight, md: lineHeight, lg: lineHeight, xl: lineHeight },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'auto',
    components: {
      // A link that looks like a button does not centre its words by itself, as a button does.
      Button: {
        defaultProps: control,
        styles: { root: thumb, inner: roomy ? { minHeight: THUMB_PX - 2 } : {} },
      },
      ActionIcon: { styles: { root: thumb } },
      CloseButton: { styles: { root: thumb } },
      Input: { styles: { input: roomy ? { minHeight: THUMB_PX } : {} } },
      InputWrapper: { styles: { label: { marginBottom: 4 }, description: { marginBottom: 2 } } },
      TextInput: { defaultProps: control },
      PasswordInput: { defaultProps: control },
      NativeSelect: { defaultProps: control },
      DateInput: { defaultProps: control },
      Textarea: { defaultProps: { ...control, autosize: true, minRows: 3 } },
      Select: { defaultProps: { ...control, checkIconPosition: 'right' } },
      MultiSelect: { defaultProps: control },
      NumberInput: { defaultProps: { ...control, hideControls: true } },
      Modal: { defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 140 } } },
      Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
      Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
      Skeleton: { defaultProps: { animate: true } },
    },
  });
}

const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...colourVariables('light'),
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-gray-light-color': 'var(--ink-soft)',
    '--mantine-color-error': '#b3212a',
  },
  dark: {
    ...colourVariables('dark'),
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-gray-light-color': 'var(--ink-soft)',
    // Avatars and soft buttons: Mantine's own are darker than the surface behind them.
    '--mantine-color-brand-light': 'var(--blue-soft)',
    '--mantine-color-brand-light-hover': 'var(--blue-soft)',
    '--mantine-color-brand-light-color': 'var(--blue-ink)',
    '--mantine-color-error': '#fca5a5',
  },
});

/** Provides the theme in the person's language, density and colour scheme. */
export function Theme({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const profile = useProfile();
  const roomy = !profile || whoIs(profile.role) === 'consumer';
  const theme = useMemo(() => themeFor(language, roomy), [language, roomy]);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}
